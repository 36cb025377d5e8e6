"""The shapes of sentences that say for whom somebody speaks, as regular expressions."""

from __future__ import annotations

import re

__all__ = ["AT", "AT_PATTERNS", "CAP", "KNOWN_PATTERNS", "NAME", "OTHER_PATTERNS", "ROLE"]

# One name: capitalised words, small ones only between two of them.
CAP = r"[^\W\d_a-zß-öø-ÿ][\w&'’@+-]*(?:\.(?:[a-zA-Z]\w+))?"
NAME = rf"(?:{CAP}|U\.)(?:\s(?:(?:of|for|and|at|the|de|du|la|&)\s){{0,2}}{CAP}){{0,6}}"

ROLE = (
    r"(?:engineers?|developers?|scientists?|researchers?|students?|professors?|lecturers?|"
    r"managers?|leads?|leader|directors?|officer|ceo|cto|cio|founders?|co-?founders?|"
    r"architects?|head|analysts?|"
    r"consultants?|advocates?|evangelist|president|fellow|postdoc|designers?|writers?|programmers?|"
    r"chair|candidate|strategist|administrator|specialist|intern|vp|teacher|trainer|maintainer|"
    r"librarians?|archivist|curator|journalist|reporter|editor|physicist|mathematician|statistician|"
    r"biologist|economist|linguist|historian|lawyer|attorney|physician|nurse|tester|technologist|"
    r"practitioner|scholar|instructor|educator|coordinator|product owner|member of technical staff)"
)

_PEOPLE = (
    r"(?:engineers?|developers?|researchers?|scientists?|teams?|folks|experts?|colleagues|"
    r"speakers?)"
)
_TELL = (
    r"(?:shares?|presents?|shows?|explains?|describes?|tells?|talks?|walks?|discuss(?:es)?|"
    r"reports?|demonstrates?|introduces?)"
)
_HEAD = r"(?i:ceo|cto|cio|chief [a-z]+ officer|co-?founders?|founders?|president)"
_EAST_ASIAN = (
    r"(?:[ァ-ヶー]{2,}|[A-Za-z][A-Za-z0-9.&-]+(?: [A-Z][A-Za-z0-9.&-]+){0,2}|[一-龯]{2,6})"
)
_GROUP = r"(?:teams?|colleagues|work|lab|group|learners|journey|[Oo]perations)"
_MADE = r"(?:developed|built|created|used|deployed)(?: as [\w ]{3,30}?| [\w ]{0,20}?)?"
_MEET = r"[^.!?;]{0,60}\b(?:meet|met|gather|gathered|spoke|speak|arrived?|visit(?:ed)?)\b"
_THEN = r"[,.!?;)…]| (?:we|to|as|that|and|for|with|is|are|has|have|which|where|when)\b|$"

# What the name is recognised by, in words; how sure that is; the shape. Each needs "at" or "@"
# before a capital, or is in the second list.
AT = re.compile(r"(?:\b[Aa]t|@) (?:the )?[`*_]*[^\W\d_a-zß-öø-ÿ]")
AT_PATTERNS: tuple[tuple[str, float, re.Pattern[str]], ...] = tuple(
    (words, confidence, re.compile(shape))
    for words, confidence, shape in (
        (
            "a sentence begins with “At …, we”",
            0.9,
            rf"^(?:\W|{CAP}[ ]\d{{4}}[ ])*(?:Here )?[Aa]t (?P<name>{NAME}),? (?=(?:we|our|I)\b)",
        ),
        (
            "“at …, we”",
            0.9,
            rf"\b[Aa]t (?P<name>{NAME})(?:, [^.!?]{{3,140}})?,? (?=(?:we|our)\b)",
        ),
        (
            "“we … at …”",
            0.85,
            rf"\b(?:[Ww]e|[Oo]ur|[Uu]s|[Mm]y)\b(?!{_MEET})[^.!?;]{{0,110}}?"
            rf"(?<!look)(?<!looking)(?<!aimed) at (?P<name>{NAME})(?={_THEN})",
        ),
        ("“we at …”", 0.9, rf"\b[Ww]e at (?P<name>{NAME})\b"),
        (
            "a role “at …”",
            0.8,
            rf"\b(?i:{ROLE})\b(?:,? \w+){{0,5}}? (?:at|@) (?:the )?[`*_]*(?P<name>{NAME})",
        ),
        (
            "a role in a department “at …”",
            0.8,
            rf"\b(?i:{ROLE})\b[^.!?;]{{0,30}}? (?:in|of|with) (?:the |our )?[^.!?;,]{{3,70}}? at "
            rf"(?:the )?(?P<name>{NAME})",
        ),
        (
            "“works at …”",
            0.85,
            r"\b(?:works?|working|am|employed|based) (?:as an? [\w -]{3,40} )?at (?:the )?"
            rf"(?P<name>{NAME})",
        ),
        (
            "“works on … at …”",
            0.75,
            r"\b(?:works?|working) (?:on|in|with) [^.!?;,]{2,60}?(?<! or) at (?:the )?"
            rf"(?P<name>{NAME})(?={_THEN})",
        ),
        (
            "“leads … at …”",
            0.75,
            rf"\b(?:[Ww]ho|[Ss]he|[Hh]e|[Tt]hey|I|{CAP}) (?:(?:currently|now|also) )?"
            r"(?:heads?|leads?|manages?|directs?|oversees?|teach(?:es)?|builds?|develops?) "
            rf"[^.!?;,]{{2,60}}? at (?:the )?(?P<name>{NAME})(?={_THEN})",
        ),
        (
            "“a member of the staff at …”",
            0.8,
            r"\b(?:member|part) of (?:the )?(?:[\w-]+ ){0,3}(?:staff|team|group|faculty) at "
            rf"(?:the )?(?P<name>{NAME})",
        ),
        ("“the team at …”", 0.8, rf"\b{_GROUP} (?:\w+ )?at (?:the )?(?P<name>{NAME})"),
        (
            "what is made “at …”: a project",
            0.7,
            r"\b(?:projects?|experiences?|lessons|production|years|months|challenges|efforts?|"
            rf"workflows?|stack|infrastructure|codebase|job|position) at (?:the )?(?P<name>{NAME})",
        ),
        ("what was made “at …”", 0.75, rf"\b{_MADE} at (?P<name>{NAME})"),
    )
)
# Words, how sure, what a text must have in small letters (one of them), shape.
OTHER_PATTERNS: tuple[tuple[str, float, tuple[str, ...], re.Pattern[str]], ...] = (
    (
        "a role “of …”",
        0.75,
        ("ceo", "cto", "cio", "chief", "founder", "president"),
        re.compile(rf"\b{_HEAD} (?:of|for) (?:the )?(?P<name>{NAME})"),
    ),
    (
        "“works for …”",
        0.8,
        ("work for", "works for"),
        re.compile(rf"\bworks? for (?:the )?(?P<name>{NAME})"),
    ),
    (
        "a role “for …”",
        0.7,
        (" is a", " am a", " as a", " is the ", " am the ", " as the ", " one of the "),
        re.compile(
            rf"\b(?:is|am|as) (?:an?|the|one of the) [^.!?,;]{{0,50}}?(?i:{ROLE}) (?:for|with) "
            rf"(?:the )?(?P<name>{NAME})"
        ),
    ),
    (
        "people “from …” who tell",
        0.7,
        (" from ",),
        re.compile(
            rf"\b(?i:{_PEOPLE}) from (?:the )?(?P<name>{NAME})(?= (?:will |who )?{_TELL}\b)"
        ),
    ),
    (
        "“join … from …”",
        0.75,
        ("join ", "hear "),
        re.compile(
            rf"\b(?:[Jj]oin|[Hh]ear(?: from)?) {CAP} {CAP}(?:,? (?:of|from|at)) (?:the )?"
            rf"(?P<name>{NAME})"
        ),
    ),
    (
        "the team of “…” that tells",
        0.75,
        (" team", " group", " engineers"),
        re.compile(
            rf"\b(?P<name>{CAP}(?: {CAP}){{0,3}})['’]s? (?:[\w-]+ ){{0,3}}(?:teams?|group|"
            rf"engineers) (?:will |is going to )?{_TELL}\b"
        ),
    ),
    (
        "“the team of …” that tells",
        0.7,
        ("team of", "group of", "engineers of"),
        re.compile(
            rf"\b[Tt]he (?:[\w-]+ ){{0,3}}(?:team|group|engineers) of (?P<name>{NAME}) "
            rf"(?:will )?{_TELL}\b"
        ),
    ),
    (
        "“joined …”",
        0.7,
        ("joined ",),
        re.compile(
            rf"\b(?:[Ss]he|[Hh]e|[Tt]hey|I|who|{CAP}) (?:recently |has |just )?joined "
            rf"(?:the )?(?P<name>{NAME}) "
            r"(?:in|as|to|where)\b(?!.*\b(?:left|until|then|later|before)\b)"
        ),
    ),
    (
        "the founder of a company “called …”",
        0.7,
        (" called ", " named "),
        re.compile(
            rf"\b(?i:{ROLE})\b[^.!?;]{{0,60}} (?:company|start-?up|firm|agency|consultancy|studio) "
            rf"(?:called|named) (?P<name>{NAME})"
        ),
    ),
    (
        "“my work in the …”",
        0.75,
        ("my work",),
        re.compile(rf"\bmy work (?:in|for) the (?P<name>{NAME})"),
    ),
)

_DID = r"(?:has |have )?(?:\w+ed|(?:re)?built|wrote|rewrote|made|ran|cut|went|grew)"
# Only of names that are known to be organizations'.
KNOWN_PATTERNS: tuple[tuple[str, float, tuple[str, ...], re.Pattern[str]], ...] = (
    (
        "what we say of “…’s” own",
        0.7,
        ("'s ", "’s "),
        re.compile(
            rf"\b(?:[Ww]e|[Oo]ur|I|[Uu]s)\b[^.!?;]{{0,90}}?\b(?P<name>{CAP}(?: {CAP}){{0,3}})['’]s "
            r"(?:(?!open)\w+[ -]){0,3}?(?:engine|platform|team|systems?|infrastructure|stack|"
            r"backend|data|pipelines?|production|approach|journey|architecture|codebase|experience)\b"
        ),
    ),
    (
        "“… engineers”",
        0.65,
        (" engineers", " engineering team", " data scientists", " developers", " researchers"),
        re.compile(
            rf"\b(?P<name>{CAP}(?: {CAP}){{0,3}}) (?:engineers|engineering teams?|data scientists|"
            r"developers|researchers)\b"
        ),
    ),
    (
        "what the team of “…” did",
        0.7,
        (" team", " engineers", " group", " developers"),
        re.compile(
            rf"(?:^|[.!?] )\W*(?P<name>{CAP}(?: {CAP}){{0,3}})['’]s? (?:[\w-]+ ){{0,3}}"
            rf"(?:teams?|engineers|group|developers) {_DID}\b"
        ),
    ),
    (
        "a talk “by people from …”",
        0.7,
        (" by ",),
        re.compile(
            rf"\b(?:given|presented|held|led|taught|delivered) by (?:[\w-]+ ){{1,5}}(?:from|of|at) "
            rf"(?:the )?(?P<name>{NAME})"
        ),
    ),
    (
        "“X で働く” and the like",
        0.7,
        ("勤務", "エンジニア", "開発者", "所属", "働", "担任", "工作", "任职", "就职"),
        re.compile(
            rf"(?P<name>{_EAST_ASIAN})(?:で[^。]{{0,15}}(?:エンジニア|開発者|働)|(?:に|で)(?:勤務|所属)|所属)"
        ),
    ),
    (
        "“在 X 工作” and the like",
        0.7,
        ("担任", "工作", "任职", "就职"),
        re.compile(rf"在(?P<name>{_EAST_ASIAN}?)(?:公司)?(?:担任|工作|任职|就职)"),
    ),
    (
        "“работает в …”",
        0.7,
        ("работает в", "работаю в"),
        re.compile(rf"\b[Рр]абота(?:ет|ю) в (?:компании )?«?(?P<name>{CAP}(?: {CAP}){{0,3}})"),
    ),
    (
        "“presented by …”",
        0.7,
        ("presented by", "brought to you by"),
        re.compile(
            rf"\b(?:[Pp]resented|[Bb]rought to you) by (?:the )?(?P<name>{NAME})(?=[.,;:!]|$)"
        ),
    ),
    (
        "“how …’s team does it”",
        0.65,
        (" team", " engineers"),
        re.compile(
            rf"\b[Hh]ow (?P<name>{CAP}(?: {CAP}){{0,3}})['’]s? (?:[\w-]+ ){{0,3}}"
            r"(?:teams?|engineers)\b"
        ),
    ),
    (
        "“the story of how … did it”",
        0.65,
        ("story of how", "tell how", "journey of how"),
        re.compile(
            rf"\b(?:story|journey|tell) (?:of )?how (?P<name>{CAP}(?: {CAP}){{0,3}}) "
            r"(?:has |have )?(?:\w+ed|built|went|made|ran|cut|grew|rebuilt)\b"
        ),
    ),
    (
        "“teams at …”",
        0.75,
        ("team at", "teams at", "engineers at", "folks at", "people at", "colleagues at"),
        re.compile(
            r"\b(?:teams?|engineers|folks|people|colleagues) (?:here )?at (?P<name>[a-z]\w+)"
        ),
    ),
)
