/** People's scores of sessions: reading, asking for and storing them. */
import { existsSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import labelCommand from "../../../src/cli/commands/reading/label.ts";
import type { Label } from "../../../src/contract/index.ts";
import {
  addLabels,
  opinionsOf,
  readLabelFile,
  readLabels,
  type SessionState,
} from "../../../src/playtest/index.ts";
import { runInMemory } from "../../support/cli/run-in-memory.ts";
import { copiesOf, houseSession } from "../house-session.ts";

let played: { dir: string; state: SessionState };
beforeAll(async () => void (played = await houseSession({ seed: 4, maxTurns: 6 })));
const folder = (): string => mkdtempSync(join(tmpdir(), "labels-"));
const copies = (count: number): string[] => copiesOf(played.dir, { count, parent: folder() });

describe("labels", () => {
  const person = { by: "Ada", at: "2026-11-15T00:00:00.000Z" };

  test("are added and never changed; the latest counts, and turns if the session was not scored", async () => {
    const [dir] = copies(1) as [string];
    await addLabels(dir, [{ scores: { coherence: 3, pacing: 5 } }], person);
    const before = readFileSync(join(dir, "labels.jsonl"), "utf8");
    await addLabels(
      dir,
      [
        { scores: { coherence: 8 } },
        { turn: 2, scores: { pacing: 1, funFactor: 4 } },
        { turn: 3, scores: { funFactor: 8 } },
      ],
      person,
    );
    await addLabels(dir, [{ scores: { coherence: 2 } }], { ...person, by: "Grace" });
    expect(readFileSync(join(dir, "labels.jsonl"), "utf8").startsWith(before)).toBe(true);
    expect(readLabels(dir)).toHaveLength(5);
    expect(Object.fromEntries(opinionsOf(readLabels(dir)))).toEqual({
      Ada: { coherence: 8, pacing: 5, funFactor: 6 },
      Grace: { coherence: 2 },
    });
  });

  test.each<[string, unknown, Array<Partial<Label>>]>([
    ["bare scores", { coherence: 7, pacing: 5 }, [{ scores: { coherence: 7, pacing: 5 } }]],
    [
      "session and turns",
      { session: { coherence: 7 }, turns: { 2: { pacing: 1 } }, note: "slow" },
      [
        { scores: { coherence: 7 }, note: "slow" },
        { turn: 2, scores: { pacing: 1 }, note: "slow" },
      ],
    ],
    [
      "metrics by the names of gates",
      { "player-agency": 7, "fun-factor": 2 },
      [{ scores: { playerAgency: 7, funFactor: 2 } }],
    ],
  ])("a file of %s", (_, value, expected) => {
    const path = join(folder(), "scores.json");
    writeFileSync(path, JSON.stringify(value));
    expect(readLabelFile(path, { turns: 6 })).toMatchObject(expected);
  });

  test.each<[string, string, RegExp]>([
    ["out of range", '{"coherence": 11}', /coherence: 11 is not a whole number from 1 to 10/],
    ["half a point", '{"coherence": 7.5}', /coherence: 7.5 is not a whole number/],
    ["a text", '{"coherence": "7"}', /coherence: "7" is not a whole number/],
    ["null", '{"coherence": null}', /coherence: null is not a whole number/],
    ["an unknown metric", '{"vibes": 7}', /"vibes" is not a metric. Known: coherence/],
    ["a slip", '{"coherense": 7}', /"coherense" is not a metric. Did you mean coherence\?/],
    [
      "a slip within a turn",
      '{"turns": {"2": {"pacin": 7}}}',
      /turn 2, "pacin" is not a metric. Did you mean pacing\?/,
    ],
    [
      "scores beside the session",
      '{"session": {"pacing": 7}, "coherence": 7}',
      /"coherence" must be inside "session"/,
    ],
    [
      "a metric by both of its names",
      '{"player-agency": 7, "playerAgency": 3}',
      /playerAgency is scored twice/,
    ],
    ["nothing at all", " \n", /it is empty/],
    ["a list", "[7]", /expected an object, found \[7\]/],
    ["a metric twice", '{"coherence": 1, "coherence": 9}', /"coherence" twice/],
    ["nothing", "{}", /score/],
    ["a turn that was not played", '{"turns": {"99": {"pacing": 3}}}', /turn 99: the session has 6/],
    ["turn 0", '{"turns": {"0": {"pacing": 3}}}', /turns/],
    ["no JSON", "coherence: 7", /it is not JSON/],
  ])("a file with %s is refused and leaves nothing behind", async (_, text, message) => {
    const [dir] = copies(1) as [string];
    const path = join(folder(), "scores.json");
    writeFileSync(path, text);
    const { exit, stderr } = await runInMemory([labelCommand], ["label", dir, "--by", "Ada", "--file", path]);
    expect(exit).toBe(2);
    expect(stderr).toMatch(message);
    expect(existsSync(join(dir, "labels.jsonl"))).toBe(false);
  });

  test("the command, with a file; without one and without a terminal it says what to do", async () => {
    const [dir] = copies(1) as [string];
    const path = join(folder(), "scores.json");
    writeFileSync(path, '{"session": {"coherence": 7}, "turns": {"2": {"pacing": 4}}}');
    const { exit, stdout } = await runInMemory(
      [labelCommand],
      ["label", dir, "--by", "Ada", "--file", path, "--json"],
    );
    expect(exit).toBe(0);
    expect((JSON.parse(stdout) as { labels: Label[] }).labels).toEqual(readLabels(dir));
    expect(readLabels(dir)).toMatchObject([
      { by: "Ada", scores: { coherence: 7 } },
      { by: "Ada", turn: 2, scores: { pacing: 4 } },
    ]);
    const asked = await runInMemory([labelCommand], ["label", dir, "--by", "Ada"]);
    expect(asked).toMatchObject({ exit: 2, stderr: expect.stringContaining("--file") as string });
    const idle = await runInMemory(
      [labelCommand],
      ["label", dir, "--by", "Ada", "--file", path, "--rubric", join(dir, "nowhere")],
    );
    expect(idle).toMatchObject({
      exit: 2,
      stderr: expect.stringContaining("--rubric and --file cannot be used together") as string,
    });
  });
});
