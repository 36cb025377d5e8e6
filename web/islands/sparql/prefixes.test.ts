import { describe, expect, it } from "vitest";
import { declarations, questionNamed } from "./prefixes";

describe("prefixes", () => {
  it("are declared as SPARQL wants them, in order", () => {
    for (const line of declarations()) expect(line).toMatch(/^[a-z]+: <https?:\/\/[^\s<>]+[/#]>$/);
    expect(declarations()).toEqual([...declarations()].sort());
  });
});

describe("a link to a question", () => {
  it("names it", () => {
    expect(questionNamed("/questions/talks-on-topic#query")).toBe("talks-on-topic");
    expect(questionNamed("https://x.example/y/questions/missing?a=b")).toBe("missing");
    expect(questionNamed("/questions/missing")).toBe("missing");
  });
  it("is told from other links", () => {
    expect(questionNamed("/questions")).toBeUndefined();
    expect(questionNamed("/questions/missing.csv")).toBeUndefined();
    expect(questionNamed("/about#sources")).toBeUndefined();
  });
});
