/** People's scores of sessions: reading, asking for and storing them. */
import { existsSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import type { Label } from "../../../src/contract/index.ts";
import { addLabel, opinionsOf, readLabels, type SessionState } from "../../../src/playtest/index.ts";
import { judgeLabel } from "../../../src/operations/library.ts";
import { MemoryStream, runCommand } from "../../support/cli/run-in-memory.ts";
import { copiesOf, houseSession } from "../house-session.ts";

let played: { dir: string; state: SessionState };
beforeAll(async () => void (played = await houseSession({ seed: 4, maxTurns: 6 })));
const folder = (): string => mkdtempSync(join(tmpdir(), "labels-"));
const copies = (count: number): string[] => copiesOf(played.dir, { count, parent: folder() });

describe("labels", () => {
  const person = { by: "Ada", at: "2026-11-15T00:00:00.000Z" };

  test("are added and never changed; the latest score of a metric counts", async () => {
    const [dir] = copies(1) as [string];
    await addLabel(dir, { ...person, scores: { coherence: 3, pacing: 5 } });
    const before = readFileSync(join(dir, "labels.jsonl"), "utf8");
    await addLabel(dir, { ...person, scores: { coherence: 8 } });
    await addLabel(dir, { ...person, by: "Grace", scores: { coherence: 2 } });
    expect(readFileSync(join(dir, "labels.jsonl"), "utf8").startsWith(before)).toBe(true);
    expect(Object.fromEntries(opinionsOf(readLabels(dir)))).toEqual({
      Ada: { coherence: 8, pacing: 5 },
      Grace: { coherence: 2 },
    });
  });

  test.each<[string, string, RegExp]>([
    ["a score out of range", '{"coherence": 11}', /coherence: .*10/],
    ["half a point", '{"coherence": 7.5}', /coherence: .*int/],
    ["a text", '{"coherence": "7"}', /coherence: .*number/],
    ["an unknown metric", '{"vibes": 7}', /vibes[^]*for coherence, atmosphere/],
    ["a list", "[7]", /expected record/],
    ["no scores", "{}", /score at least one metric/],
    ["no JSON", "coherence: 7", /it is not JSON/],
  ])("a file with %s is refused and leaves nothing behind", async (_, text, message) => {
    const [dir] = copies(1) as [string];
    const path = join(folder(), "scores.json");
    writeFileSync(path, text);
    const { exit, stderr } = await runCommand(["judge", "label", dir, "--by", "Ada", "--file", path]);
    expect(exit).toBe(2);
    expect(stderr).toMatch(message);
    expect(existsSync(join(dir, "labels.jsonl"))).toBe(false);
  });

  test("the command, with a file; without one and without a terminal it says what to do", async () => {
    const [dir] = copies(1) as [string];
    const path = join(folder(), "scores.json");
    writeFileSync(path, '{"coherence": 7}');
    const { exit, stdout } = await runCommand([
      "judge",
      "label",
      dir,
      "--by",
      "Ada",
      "--file",
      path,
      "--json",
    ]);
    expect(exit).toBe(0);
    expect([(JSON.parse(stdout) as { label: Label }).label]).toEqual(readLabels(dir));
    expect(readLabels(dir)).toMatchObject([{ by: "Ada", scores: { coherence: 7 } }]);
    const asked = await runCommand(["judge", "label", dir, "--by", "Ada"]);
    expect(asked).toMatchObject({ exit: 2, stderr: expect.stringContaining("--file") as string });
    const idle = await runCommand([
      "judge",
      "label",
      dir,
      "--by",
      "Ada",
      "--file",
      path,
      "--rubric",
      join(dir, "nowhere"),
    ]);
    expect(idle).toMatchObject({
      exit: 2,
      stderr: expect.stringContaining("--file and --rubric cannot be combined") as string,
    });
  });

  /** On a terminal, with these lines typed. */
  const onTerminal = async (dir: string, typed: string) => {
    const stderr = Object.assign(new MemoryStream(), { isTTY: true });
    return {
      ...(await runCommand(["judge", "label", dir, "--by", "Ada"], { typed, stderr })),
      said: stderr.text,
    };
  };

  test("on a terminal each metric is asked for; Enter skips one, and a wrong answer is asked again", async () => {
    const [dir] = copies(1) as [string];
    const { exit, said } = await onTerminal(dir, "7\n\n11\n5\n\n\n\n\n");
    expect(exit).toBe(0);
    expect(said).toMatch(/coherence: .+\n +1 {2}.+\n[^]*1 to 10, or Enter to skip: /);
    expect(said).toContain('"11" is not a whole number from 1 to 10.');
    expect(readLabels(dir)).toMatchObject([{ by: "Ada", scores: { coherence: 7, playerAgency: 5 } }]);
  });

  test.each([
    ["the end of the input after some answers", "7\n", 130, "These scores were not saved"],
    ["only Enter", "\n".repeat(7), 2, "Nothing was scored"],
  ])("%s saves nothing", async (_, typed, exit, message) => {
    const [dir] = copies(1) as [string];
    const left = await onTerminal(dir, typed);
    expect(left).toMatchObject({ exit, said: expect.stringContaining(message) as string });
    expect(readLabels(dir)).toEqual([]);
  });

  test("the library and --scores take the scores themselves", async () => {
    const [dir] = copies(1) as [string];
    const { label } = await judgeLabel({ dir, by: "Ada", scores: { coherence: 7 } });
    expect((await runCommand(["judge", "label", dir, "--by", "Ada", "--scores", "pacing=3"])).exit).toBe(0);
    expect(readLabels(dir)).toMatchObject([label, { scores: { pacing: 3 } }]);
    await expect(judgeLabel({ dir, by: "Ada", scores: { coherence: 11 } })).rejects.toMatchObject({
      code: "bad-value",
      message: "scores (coherence) must be at most 10, not 11.",
    });
    await expect(judgeLabel({ dir, by: "Ada" })).rejects.toMatchObject({ option: "scores" });
  });
});
