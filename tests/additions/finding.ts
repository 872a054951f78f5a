/** A kind of finding that both code and a reader look for: the narrator decides what the players do. */
import type { Addition } from "./addition.ts";

export const finding = {
  name: "a kind of finding",
  creates: {
    "src/playtest/findings/puppeted-players.ts": `import type { Issue } from "../../contract/index.ts";
import { splitSentences } from "../../kernel/text/index.ts";
import { excerpt, MECHANICAL, type Observation, type ReaderKind } from "./finding-kind.ts";

/** The narrator decides what the players do. Code finds it where the narrator says so outright. */
export const puppetedPlayers = {
  plural: "puppeted players",
  rank: 5,
  countedWith: "failures",
  publicly: "The narrator played the players' characters.",
  reader: {
    is: "the narration decides what a player's character does, says or thinks, without being asked to",
    not: "what follows from what the players did; what they feel with their senses; a question",
    quotedFrom: "narration",
    earlierQuote: "none",
    severity: "warning",
  },
  detect,
} satisfies ReaderKind;

const DECIDES = /\\b(?:you all|all of you) (?:decide|agree|choose) to\\b/i;

function detect({ turn, phase, text }: Observation): Issue[] {
  const sentence = splitSentences(text).find(({ start, end }) => DECIDES.test(text.slice(start, end)));
  return phase !== "story" || !sentence
    ? []
    : [
        {
          turn,
          kind: "puppeted-players",
          description: "Narrator decided for the players.",
          severity: "warning",
          evidence: [{ turn, text: excerpt(text, sentence) }],
          confidence: 0.7,
          source: MECHANICAL,
        },
      ];
}
`,
  },
  edits: {
    "src/contract/playtest/finding-words.ts": [
      ["  breakdown: 10,\n", '  breakdown: 10,\n  "puppeted-players": 5,\n'],
    ],
    "src/playtest/findings/kinds.ts": [
      [
        "import * as readers from",
        'import { puppetedPlayers } from "./puppeted-players.ts";\nimport * as readers from',
      ],
      ["  stuck,\n};", '  stuck,\n  "puppeted-players": puppetedPlayers,\n};'],
    ],
  },
  tests: [
    "src/playtest/findings/kinds.test.ts",
    "src/playtest/reader/reader-prompt.test.ts",
    "src/playtest/metrics/failure-metrics.test.ts",
    "tests/architecture.test.ts",
  ],
} satisfies Addition;
