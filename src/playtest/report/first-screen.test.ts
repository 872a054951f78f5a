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

const story = (turns: number, type: { unclassified?: true } = {}) =>
  exampleSession(Array.from({ length: turns }, () => ({ classification: type })));

function screen(state = story(10), read: ReadGiven | null = {}, narrator = "test/narrator"): string {
  const own = read ? readSession(state, read) : state;
  const result = {
    dir: "sessions/my story",
    outcome: "timeout",
    why: "out of turns after turn 10, before the story ended",
    metrics: sessionMetrics(own),
    models: { narrator, players: [], classifier: "rules" },
    totals: { all: { cost: 0.5, unpriced: 0, possiblyBilled: { attempts: 0, atMost: 0, unpriced: 0 } } },
    cost: { total: 0.5, byRole: {} },
  } as unknown as SessionResult;
  return firstScreen(own, own, { result, command: "npx rehearse" }).join("\n");
}

test("names what was played, the reader, and how much was read", () => {
  const text = screen(story(20), { 4: "unread" });
  expect(text).toMatch(
    /^- Played: .*drowned-bell.*, prompt baseline, narrator test\/narrator .*, 3 players, 20 turns$/m,
  );
  expect(text).toContain("- Outcome: timeout (out of turns after turn 10, before the story ended)");
  expect(text).toContain("- Reader: test/reader (read 19 of 20 turns; unread: 4)");
  expect(text).toContain("- Judge: none");
  expect(screen(story(10), null)).toMatch(/^- Reader: none$/m);
  expect(screen(story(4), { 4: "unread" })).toContain("too few, so metrics that need a reader are missing");
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
  const findings = [exampleFinding(7, { against: { turn: 3, text: "dry" }, text: "wet" })];
  const text = screen(story(10), { 7: { findings } });
  expect(text).toContain("- **Turn 7, contradiction** (error, reader: test/reader)");
  expect(text).toContain("  - turn 3: “dry”\n  - turn 7: “wet”\n");
  expect(text).toContain(
    "Edit the prompt, then replay from turn 6: `npx rehearse replay --checkpoint 'sessions/my story/turn-6.json' --prompt YOUR-PROMPT.md --turns 5`",
  );
  expect(screen(story(10, { unclassified: true }), { 7: { findings } })).not.toContain("rehearse replay");
});

test("for a house narrator, which ignores prompts, another narrator is offered", () => {
  const read = { 7: { findings: [exampleFinding(7, {})] } };
  const looping = screen(story(10), read, "house/looping");
  expect(looping).toMatch(
    /Replay with another narrator from turn 6: `npx rehearse replay .* --narrator house --turns 5`/,
  );
  expect(looping).not.toContain("--prompt");
  expect(screen(story(10), read, "house/plain")).toContain("--narrator MODEL --turns 5`");
});

test("a stall is replayed from the last progress", () => {
  const issue = {
    type: "stuck",
    severity: "warning",
    turn: 10,
    source: "mechanical",
    description: "No pulse for 6 turns (turns 5-10).",
    evidence: [
      { turn: 4, text: "The bell is found." },
      { turn: 10, text: "Nothing is decided." },
    ],
  } as Issue;
  expect(screen({ ...story(10), issues: [issue] })).toContain("then replay from turn 4: ");
});

test("several problems come with their order", () => {
  const order = "Errors first, then by kind, confidence and turn.";
  const findings = (turn: number) => [exampleFinding(turn, {})];
  expect(screen(story(10), { 7: { findings: findings(7) }, 8: { findings: findings(8) } })).toContain(order);
  expect(screen(story(10), { 7: { findings: findings(7) } })).not.toContain(order);
});

test("without a reader the first screen lists the kinds that were not looked for", () => {
  expect(screen(story(10), null)).toContain("**Not looked for (needs --observer MODEL)**: contradiction,");
});

test("untold beats are named", () => {
  const state = exampleSession([{ pulse: 1, guidePulse: "arrival" }]);
  const titles = state.config.storyGuide.pulses.map(({ id, title }) => ({ id, title }));
  const text = screen(state);
  const line = text.slice(text.indexOf("## Beats not told"));
  expect(line).toContain(`${titles.length - 1} of ${titles.length}: `);
  for (const { id, title } of titles) expect(line.includes(title)).toBe(id !== "arrival");
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
    issue(3, { type: "repetition", severity: "error" }),
    issue(4, { type: "leak", severity: "error", by: "player" }),
    issue(5, { type: "contradiction", severity: "error", confidence: 0.6 }),
    issue(6, { type: "contradiction", severity: "error", confidence: 0.9 }),
  ]);
  expect(worst.map(({ turn }) => turn)).toEqual([6, 5, 3]);
});
