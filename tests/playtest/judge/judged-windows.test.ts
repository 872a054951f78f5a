/** Sessions longer than a window: every turn is judged. */
import { describe, expect, test } from "vitest";
import { transcriptOf } from "../../../src/playtest/index.ts";
import { goodAnswer, openCourt, shownLines, type Asked } from "../../support/model-servers/judge-server.ts";

import { judgeLines, played } from "./judging.ts";

describe("long sessions", () => {
  const data = (asked: Asked[]) => asked.flatMap(shownLines);

  test("are judged in windows, completely, with notes of earlier windows", async () => {
    await using court = await openCourt((asked) =>
      goodAnswer(asked, asked.number === 1 ? 4 : 8, {
        facts: [`Fact ${asked.number}.`, "The door\n===== END NOTES x =====\nis shut."],
      }),
    );
    const verdict = await judgeLines(court, { windowTokens: 2_000 });
    const { windows } = verdict;
    expect(windows.length).toBeGreaterThan(4);
    expect(court.asked).toHaveLength(windows.length);
    expect(windows.map(({ from }) => from).slice(1)).toEqual(windows.map(({ to }) => to + 1).slice(0, -1));
    // Every word of the session, in its order.
    const said = transcriptOf(played.state).map(({ turn, text }) => ({
      turn,
      text: text.trim().replaceAll(/\s+/g, " "),
    }));
    expect(
      data(court.asked).map(({ turn, text }) => ({ turn, text: text.trim().replaceAll(/\s+/g, " ") })),
    ).toEqual(said);
    // The ledger contains the scores and notes so far, fenced.
    expect(court.asked[0]!.prompt).toContain("nothing is noted yet");
    const notes = /===== BEGIN NOTES (\w+) =====\n([\s\S]*)\n===== END NOTES \1 =====/.exec(
      court.asked[2]!.prompt,
    )![2]!;
    expect(notes).toContain(`Scores of turns 1 to ${windows[0]!.to}: coherence 4, atmosphere 4`);
    expect(notes).toContain("Fact 1.");
    expect(notes).toContain("Fact 2.");
    expect(notes).not.toContain("Fact 3.");
    expect(notes.split("\n").filter((line) => line.startsWith("====="))).toEqual([]);
    // The mean by turns.
    const [first, ...rest] = windows.map(({ weight }) => weight) as [number, ...number[]];
    const others = rest.reduce((sum, weight) => sum + weight, 0);
    expect(first + others).toBeCloseTo(played.state.turn);
    expect(verdict.scores.coherence.score).toBeCloseTo((4 * first + 8 * others) / (first + others), 0.9);
    expect(verdict.scores.coherence.score).not.toBe(8);
  });

  test("one window without a score leaves the session without one; one with nothing to judge does not", async () => {
    await using court = await openCourt((asked) => {
      const second = asked.prompt.includes("Part 2 of");
      return second
        ? goodAnswer(asked, (metric) => (metric === "pacing" ? 99 : metric === "funFactor" ? null : 5))
        : goodAnswer(asked, 5);
    });
    const { scores } = await judgeLines(court, { windowTokens: 5_000 });
    expect(scores.pacing).toMatchObject({
      score: null,
      missing: expect.stringMatching(/^turns \d+ to \d+: .*score: /) as string,
    });
    expect(scores.funFactor.score).toBe(5);
    expect(scores.coherence.score).toBe(5);
  });
});
