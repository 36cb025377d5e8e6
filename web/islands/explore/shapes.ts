/** One WebGL program that draws the sign of every kind, with an outline of paper around it. */

import type { NodeDisplayData, RenderParams } from "sigma/types";
import { NodeProgram, type ProgramInfo } from "sigma/rendering";
import { floatColor } from "sigma/utils";
import type { Kind } from "../shared/kinds";
import type { Colour } from "./palette";

/** The order is the one of the branches in the shader. */
const SHAPES: readonly Kind[] = ["person", "topic", "event", "organization", "talk", "series", "audience", "place"];

/** The paper that outlines are drawn in; set when the theme is read. */
export const surface: { paper: Colour } = { paper: [255, 255, 255] };

const VERTEX = /* glsl */ `
attribute vec4 a_id;
attribute vec4 a_color;
attribute vec2 a_position;
attribute float a_size;
attribute float a_shape;
attribute float a_angle;

uniform mat3 u_matrix;
uniform float u_sizeRatio;
uniform float u_correctionRatio;

varying vec4 v_color;
varying vec2 v_at;
varying float v_radius;
varying float v_shape;

const float bias = 255.0 / 254.0;

void main() {
  v_radius = a_size / u_sizeRatio;
  // A triangle around a circle that has room for the sign, its outline and the least target.
  float reach = 2.0 * (max(v_radius * 1.3, 12.0) + 3.0);
  v_at = reach * vec2(cos(a_angle), sin(a_angle));
  vec2 position = a_position + v_at * 2.0 * u_correctionRatio;
  gl_Position = vec4((u_matrix * vec3(position, 1)).xy, 0, 1);
  v_shape = a_shape;
  #ifdef PICKING_MODE
  v_color = a_id;
  #else
  v_color = a_color;
  #endif
  v_color.a *= bias;
}
`;

// Signed distances in CSS pixels, y downwards, negative inside.
const FRAGMENT = /* glsl */ `
precision highp float;

varying vec4 v_color;
varying vec2 v_at;
varying float v_radius;
varying float v_shape;

uniform vec3 u_paper;
uniform float u_pixelRatio;

float box(vec2 p, vec2 half_size) {
  vec2 d = abs(p) - half_size;
  return length(max(d, 0.0)) + min(max(d.x, d.y), 0.0);
}

float sign_of(vec2 p, float r) {
  if (v_shape < 0.5) return length(p) - r;
  if (v_shape < 1.5) return (abs(p.x) + abs(p.y) - 1.2 * r) * 0.7071;
  if (v_shape < 2.5) return box(p, vec2(0.88 * r));
  if (v_shape < 3.5) return max(box(p - vec2(0.0, 0.1 * r), vec2(0.92 * r, 0.9 * r)), (0.857 * abs(p.x) - p.y - r) / 1.317);
  if (v_shape < 4.5) return max(box(p, vec2(0.6 * r, 1.05 * r)), 0.17 * r - length(p - vec2(0.27 * r, 0.12 * r)));
  if (v_shape < 5.5) {
    float front = box(p - vec2(-0.25 * r, 0.25 * r), vec2(0.72 * r));
    float behind = box(p - vec2(0.25 * r, -0.25 * r), vec2(0.72 * r));
    return min(front, max(behind, 0.16 * r - front));
  }
  if (v_shape < 6.5) return max(length(p - vec2(0.0, 0.55 * r)) - 1.05 * r, p.y - 0.55 * r);
  float head = length(p - vec2(0.0, -0.25 * r)) - 0.78 * r;
  float tip = max((abs(p.x) * 0.81 + (p.y - 1.1 * r) * 0.58), -p.y - 0.1 * r);
  return max(min(head, tip), 0.26 * r - length(p - vec2(0.0, -0.25 * r)));
}

void main(void) {
  vec2 p = vec2(v_at.x, -v_at.y);
  #ifdef PICKING_MODE
  if (length(p) > max(v_radius * 1.1, 12.0)) discard;
  gl_FragColor = v_color;
  #else
  float soft = 0.5 / u_pixelRatio;
  float d = sign_of(p, v_radius);
  float outside = smoothstep(1.5 - soft, 1.5 + soft, d);
  vec3 ink = mix(v_color.rgb, u_paper, smoothstep(-soft, soft, d));
  gl_FragColor = vec4(ink * (1.0 - outside), 1.0 - outside);
  #endif
}
`;

const UNIFORMS = ["u_matrix", "u_sizeRatio", "u_correctionRatio", "u_pixelRatio", "u_paper"] as const;
const { FLOAT, UNSIGNED_BYTE, TRIANGLES } = WebGLRenderingContext;

export class SignProgram extends NodeProgram<(typeof UNIFORMS)[number]> {
  override getDefinition() {
    return {
      VERTICES: 3,
      VERTEX_SHADER_SOURCE: VERTEX,
      FRAGMENT_SHADER_SOURCE: FRAGMENT,
      METHOD: TRIANGLES as 4,
      UNIFORMS,
      ATTRIBUTES: [
        { name: "a_position", size: 2, type: FLOAT },
        { name: "a_size", size: 1, type: FLOAT },
        { name: "a_shape", size: 1, type: FLOAT },
        { name: "a_color", size: 4, type: UNSIGNED_BYTE, normalized: true },
        { name: "a_id", size: 4, type: UNSIGNED_BYTE, normalized: true },
      ],
      CONSTANT_ATTRIBUTES: [{ name: "a_angle", size: 1, type: FLOAT }],
      CONSTANT_DATA: [[0], [(2 * Math.PI) / 3], [(4 * Math.PI) / 3]],
    };
  }

  override processVisibleItem(nodeIndex: number, startIndex: number, node: NodeDisplayData & { kind?: Kind }): void {
    const array = this.array;
    let at = startIndex;
    array[at++] = node.x;
    array[at++] = node.y;
    array[at++] = node.size;
    array[at++] = SHAPES.indexOf(node.kind ?? "person");
    array[at++] = floatColor(node.color);
    array[at++] = nodeIndex;
  }

  override setUniforms(params: RenderParams, { gl, uniformLocations }: ProgramInfo<(typeof UNIFORMS)[number]>): void {
    gl.uniformMatrix3fv(uniformLocations.u_matrix, false, params.matrix);
    gl.uniform1f(uniformLocations.u_sizeRatio, params.sizeRatio);
    gl.uniform1f(uniformLocations.u_correctionRatio, params.correctionRatio);
    gl.uniform1f(uniformLocations.u_pixelRatio, params.pixelRatio);
    const [red, green, blue] = surface.paper;
    gl.uniform3f(uniformLocations.u_paper, red / 255, green / 255, blue / 255);
  }
}
