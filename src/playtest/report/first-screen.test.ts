import { expect, test } from "vitest";
import type { Issue, SessionResult } from "../../contract/index.ts";
import {
  exampleFinding,
  readSession,
  type ReadGiven,
} from "../../../tests/support/playtest/example-reading.ts";
import { exampleSession } from "../../../tests/support/playtest/example-session.ts";
import { sessionMetrics } from "../metrics/index.ts";
import { firstScreen, worstProblems } from "./first-screen.ts";

const story = (turns: number) => exampleSession(Array.from({ length: turns }, () => ({})));

function screen(
  state = story(10),
  read: ReadGiven | null = {},
  { unjudged }: Pick<SessionResult, "unjudged"> = {},
): string {
  const own = read ? readSession(state, read) : state;
  const result = {
    dir: "sessions/my story",
    outcome: "timeout",
    why: "out of turns after turn 10, before the story ended",
    metrics: sessionMetrics(own),
    models: { narrator: "test/narrator", players: [], classifier: "rules" },
    totals: { all: { cost: 0.5, unpriced: 0, possiblyBilled: { attempts: 0, atMost: 0, unpriced: 0 } } },
    cost: { total: 0.5, byRole: {} },
    notes: [],
    unjudged,
  } as unknown as SessionResult;
  return firstScreen(own, own, { result, command: "npx rehearse" }).join("\n");
}

test("names what was played, the reader, and how much was read", () => {
  const text = screen(story(20), { 4: "unread" });
  expect(text).toMatch(
    /^- Played: .*drowned-bell.*, prompt baseline, narrator test\/narrator .*, 3 players, 20 turns$/m,
  );
  expect(text).toContain("- Outcome: timeout (out of turns after turn 10, before the story ended)");
  expect(text).toContain(
    "- Reader: test/reader (read 19 of 20 turns). Not read: turn 4. test/reader failed: it took too long. `npx rehearse resume 'sessions/my story'` asks again.",
  );
  expect(text).toContain("- Judge: none");
  expect(screen(story(10), null)).toMatch(/^- Reader: none\. No reader was asked/m);
  expect(screen(story(4), { 4: "unread" })).toContain("too few, so metrics that need a reader are missing");
});

test("a judge that failed is named with its attempts and cause, and one that was not asked yet as such", () => {
  const unjudged = { judge: "opus-4.5", why: "Anthropic answered 529: overloaded.", attempts: 4 };
  expect(screen(story(3), {}, { unjudged })).toContain(
    "- Judge: opus-4.5 failed after 4 attempts: Anthropic answered 529: overloaded; scores are missing\n",
  );
  expect(screen(story(3), {}, { unjudged: { judge: "opus-4.5" } })).toContain(
    "- Judge: opus-4.5 has not been asked yet\n",
  );
});

test("the score names its missing parts", () => {
  const ended = exampleSession([
    ...Array.from({ length: 9 }, (_, index) => ({ pulse: index + 1 })),
    { ending: { outcome: "completed", why: "" } },
  ]);
  expect(screen(ended, null)).toMatch(/^- Score: [\d.]+ of 100.*, without .*\bsoundness\b.*quality$/m);
  expect(screen(story(10), null)).toMatch(/^- Score: none\. Only \d+ % of the score's weight /m);
  expect(screen(story(10), null)).toContain(
    "None found by the mechanical detectors; no reader checked the rest.",
  );
  expect(screen(story(10))).toMatch(/^None found\.$/m);
});

test("the worst problems have both quotes and the command that replays them", () => {
  const findings = [exampleFinding(7, { earlier: [{ turn: 3, text: "dry" }], text: "wet" })];
  const text = screen(story(10), { 7: { findings } });
  expect(text).toContain("- **Turn 7, contradiction** (error, reader: test/reader)");
  expect(text).toContain("  - turn 3: “dry”\n  - turn 7: “wet”\n");
  expect(text).toContain(
    "Edit the prompt, then replay from turn 6: `npx rehearse replay --checkpoint 'sessions/my story/turn-6.json' --prompt YOUR-PROMPT.md --turns 5`",
  );
  const played = story(10);
  const origin = { kind: "transcript", file: "evening.jsonl", session: "inn" } as const;
  const elsewhere = { ...played, config: { ...played.config, origin } };
  expect(screen(elsewhere, { 7: { findings } })).not.toContain("rehearse replay");
});

test("the worst are errors before warnings, the most serious kinds first, and only the narrator's", () => {
  const issue = (turn: number, given: Partial<Issue>): Issue => ({
    turn,
    type: "confusion",
    description: "",
    severity: "warning",
    evidence: [{ turn, text: "" }],
    confidence: 0.5,
    source: "mechanical",
    ...given,
  });
  const worst = worstProblems([
    issue(1, {}),
    issue(2, { type: "ignored-request" }),
    issue(3, { type: "loop", severity: "error" }),
    issue(5, { type: "contradiction", severity: "error", confidence: 0.6 }),
    issue(6, { type: "contradiction", severity: "error", confidence: 0.9 }),
  ]);
  expect(worst.map(({ turn }) => turn)).toEqual([6, 5, 3]);
});

test("beats that were not told are listed only where somebody named the told ones", () => {
  expect(screen()).toContain("## Beats not told\n\n3 of 3: The Empty Platform; ");
  const unnamed = exampleSession(
    Array.from({ length: 10 }, () => ({ classification: { beats: undefined } })),
  );
  expect(screen(unnamed)).not.toContain("Beats not told");
});
