/** A kind of finding that both code and a reader look for: the narrator decides what the players do. */
import type { Addition } from "./addition.ts";

export const finding = {
  name: "a kind of finding",
  creates: {
    "src/playtest/findings/puppeted-players.ts": `import type { Issue } from "../../contract/index.ts";
import { splitSentences } from "../text/index.ts";
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
  onlyReader: "players puppeted in other words",
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
    "tests/playtest/reader/puppeted-players.test.ts": `import { expect, test } from "vitest";
import { detect } from "../../../src/playtest/findings/index.ts";
import { sessionMetrics, withReadings } from "../../../src/playtest/index.ts";
import { notLookedFor, readingCoverage } from "../../../src/playtest/metrics/index.ts";
import { exampleFinding, exampleReadings } from "../../support/playtest/example-reading.ts";
import { exampleSession } from "../../support/playtest/example-session.ts";
import { exampleStory } from "../../support/playtest/example-input.ts";

const text = "The tide turns. You all decide to leave. A bell rings.";
const observed = {
  turn: 2,
  phase: "story",
  type: "pulse",
  pulse: true,
  earlier: [],
  names: ["Sam"],
  guide: exampleStory,
  relay: "",
  turnsSincePulse: 0,
} as const;

test("code finds a narrator who says so outright", () => {
  expect(detect({ ...observed, text })).toMatchObject([
    { kind: "puppeted-players", evidence: [{ turn: 2, text: "You all decide to leave." }] },
  ]);
  expect(detect({ ...observed, text: "You see a boat come in." })).toEqual([]);
});

test("what a reader confirms is an issue, and a failure", () => {
  const played = exampleSession([{ text: "It rains." }, { text }]);
  const findings = [exampleFinding(2, { kind: "puppeted-players", text: "You all decide to leave." })];
  const state = withReadings(played, exampleReadings(2, { 2: { findings } }));
  expect(sessionMetrics(state)).toMatchObject({
    failures: { others: { "puppeted-players": 1 }, total: 1 },
    score: { byKind: { "puppeted-players": { episodes: 1, points: 5 } } },
  });
  expect(notLookedFor(readingCoverage(played), played.config)).not.toContain("puppeted-players");
});
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
    "tests/playtest/reader/puppeted-players.test.ts",
    "src/playtest/findings/kinds.test.ts",
    "src/playtest/reader/reader-prompt.test.ts",
    "src/playtest/metrics/failure-metrics.test.ts",
    "src/playtest/report/issues-section.test.ts",
    "src/server/export/public-turns.test.ts",
    "tests/architecture.test.ts",
  ],
} satisfies Addition;
