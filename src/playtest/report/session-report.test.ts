import { expect, test } from "vitest";
import { exampleEpisode } from "../../../tests/support/playtest/example-play.ts";
import { exampleSession } from "../../../tests/support/playtest/example-session.ts";
import { playRecorded } from "../../../tests/support/playtest/recorded-session.ts";
import { newestOf, verdictsOn } from "../judge/index.ts";
import { sessionCosts } from "../play/index.ts";
import { episodeFinding } from "./episode-words.ts";
import { timeline } from "../timeline/index.ts";
import { issueLines } from "./issue-lines.ts";
import { sessionReport } from "./session-report.ts";
import { timelineLines } from "./timeline-lines.ts";

/** Everything but the transcript. */
async function reportOn(name: string): Promise<string> {
  const { state, result } = await playRecorded(name);
  const { dir } = result;
  const verdict = newestOf(verdictsOn(state, dir));
  const whole = sessionReport({ state, result, costs: sessionCosts(dir), verdict, calibrations: [] });
  const [report] = whole.split("## Full Transcript");
  return report!
    .replaceAll(dir, "sessions/example")
    .replaceAll(/`\S*rehearse /g, "`rehearse ")
    .replace(/^- Duration: .*$/m, "- Duration: 1 s");
}

test("the report of a session that language models played", async () => {
  await expect(await reportOn("innsmouth")).toMatchFileSnapshot(
    "../../../tests/fixtures/reports/innsmouth.md",
  );
});

test("a session of 14 turns with 17 problems takes at most 235 lines without its transcript", async () => {
  expect((await reportOn("marrow-fair")).trim().split("\n").length).toBeLessThanOrEqual(235);
});

const quoted = (evidence: Array<{ turn: number; text: string }>) => {
  const session = exampleSession([{ text: "" }]);
  return issueLines(exampleEpisode("loop", 1, { evidence }), session, { most: 4 }).slice(1);
};

test("a turn of the timeline with nothing but a finding says what the finding is", () => {
  const lines = (...issues: Parameters<typeof timeline>[1]) =>
    timelineLines(timeline(exampleSession([{ text: "" }, { text: "Hm.", pulse: 1 }]), issues));
  const episode = (turn: number) =>
    exampleEpisode("loop", turn, { description: "Narrator repeated turn 1." });
  expect(lines(episode(1))).toContain("- ⚠️ loop: Narrator repeated turn 1.");
  expect(lines(episode(2))).toContain("- ⚠️ loop");
});

test("repeated words are quoted once with both turns, the guide's as the guide's", () => {
  const same = [1, 2].map((turn) => ({ turn, text: "The tide turns." }));
  expect(quoted(same)).toEqual(["  - turns 1 and 2: “The tide turns.”"]);
  const { quotes } = episodeFinding(exampleEpisode("loop", 1, { evidence: same }));
  expect(quotes).toEqual([{ at: "turns 1 and 2", text: "The tide turns." }]);
  expect(quoted([{ turn: 0, text: "No brands." }])).toEqual(["  - Guide: “No brands.”"]);
});

test("a long problem is quoted from its beginning and its end", () => {
  const quotes = quoted([1, 2, 3, 4, 5, 6].map((turn) => ({ turn, text: `words ${turn}` })));
  expect(quotes.map((line) => /words \d/.exec(line)![0])).toEqual(
    [1, 2, 5, 6].map((turn) => `words ${turn}`),
  );
});
