/**
 * Files of another version: every command that would read one refuses with the same error before the first call, and
 * leaves the folder unchanged byte for byte.
 */
import { cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { readLabels } from "../../../src/playtest/index.ts";
import { bytesBelow } from "../../support/cli/folder-bytes.ts";
import { runCommand } from "../../support/cli/run-in-memory.ts";
import { emptyFolder, houseSession } from "../house-session.ts";

const rehearse = (...args: string[]) => runCommand(args);
const done = async (...args: string[]) =>
  expect(await rehearse(...args)).toMatchObject({ exit: 0, stderr: expect.not.stringContaining("Error") });

const made = { session: "", unfinished: "", matrix: "" };
const only = (dir: string) => join(dir, readdirSync(dir)[0]!);

beforeAll(async () => {
  made.session = (await houseSession({ narrator: "house/looping", seed: 4, maxTurns: 8 })).dir;
  made.unfinished = (await houseSession({ seed: 4, maxTurns: 8, stopAfter: 3 })).dir;
  const matrices = emptyFolder();
  await done(
    ..."matrix --preset smoke --narrator house --stories innsmouth --sessions 1".split(" "),
    ..."--max-turns 3 --seed 1 --out".split(" "),
    matrices,
  );
  made.matrix = only(matrices);
}, 120_000);

/** A copy in which one file says that it is of another version. */
function other(kind: keyof typeof made, file: string): { dir: string; path: string } {
  const dir = join(emptyFolder(), "copy");
  cpSync(made[kind], dir, { recursive: true });
  const path = join(dir, file);
  const text = readFileSync(path, "utf8");
  const changed = text.replace(/"version":(\s*)2/, '"version":$11');
  expect(changed).not.toBe(text);
  writeFileSync(path, changed);
  return { dir, path };
}

const cases: Array<[kind: keyof typeof made, file: string, command: string]> = [
  ["session", "session.json", "report"],
  ["unfinished", "session.json", "resume"],
  ["unfinished", "turn-3.json", "resume"],
  ["matrix", "plan.json", "resume"],
  ["matrix", "matrix.json", "report"],
];

test.each(cases)(
  "%s with another version of %s: %s refuses it, and nothing is changed",
  async (kind, file, command) => {
    const { dir, path } = other(kind, file);
    const before = bytesBelow(dir);
    const { exit, stderr } = await rehearse(command, dir);
    expect({ exit, stderr }).toEqual({ exit: 2, stderr: expect.stringContaining(path) });
    expect(stderr).toMatch(
      /has format 1; this version of rehearse reads format 2\.\n.*again with this version/,
    );
    expect(bytesBelow(dir)).toEqual(before);
  },
);

test("verdicts and labels of another version are refused", async () => {
  const dir = join(emptyFolder(), "copy");
  cpSync(made.session, dir, { recursive: true });
  mkdirSync(join(dir, "verdicts"));
  writeFileSync(join(dir, "verdicts", "a.json"), '{"version": 1}\n');
  expect(await rehearse("report", dir)).toMatchObject({
    exit: 2,
    stderr: expect.stringMatching(/verdicts\/a\.json has format 1/),
  });

  const labelled = join(emptyFolder(), "copy");
  cpSync(made.session, labelled, { recursive: true });
  mkdirSync(join(labelled, "labels"));
  const path = join(labelled, "labels", "label.json");
  writeFileSync(path, '{"version": 1, "by": "Ada"}\n');
  expect(() => readLabels(labelled)).toThrow(`${path} has format 1`);
});
