/** A turn file that is missing: one error names it, and a resume plays it again from the journal. */
import { cpSync, existsSync, readFileSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { loadLatest, turnPath } from "../../../src/playtest/index.ts";
import { rehearse } from "../command-line.ts";
import { emptyFolder, houseSession, withoutTimes } from "../house-session.ts";

let whole: string;
beforeAll(async () => void ({ dir: whole } = await houseSession({ seed: 4, maxTurns: 12 })));

/** A copy of the session without its turns from this one on. */
function upTo(first: number): string {
  const dir = join(emptyFolder(), "session");
  cpSync(whole, dir, { recursive: true });
  for (let turn = first; existsSync(turnPath(dir, turn)); turn++) rmSync(turnPath(dir, turn));
  return dir;
}

test("a last turn that was deleted is missed, because the result counts it", async () => {
  const last = loadLatest(whole).state.turn;
  const { exit, stderr } = await rehearse("report", upTo(last));
  expect(exit).toBe(2);
  expect(stderr).toContain(`turn-${last}.json cannot be used: it is missing`);
  // In the list a word stands for it, and a note says why.
  const list = await rehearse("report", dirname(upTo(last)));
  expect(list.stdout).toMatch(/^Note: session is unreadable: .*cannot be used: it is missing/m);
  expect(list.stdout).toMatch(/^session .* unreadable /m);
});

test("without turn 5 and the turns after it, a resume plays them again from the journal", async () => {
  const dir = upTo(5);
  const before = readFileSync(join(dir, "calls.jsonl"));
  expect(await rehearse("resume", dir)).toMatchObject({ exit: 0 });
  expect(withoutTimes(loadLatest(dir).state)).toEqual(withoutTimes(loadLatest(whole).state));
  expect(readFileSync(join(dir, "calls.jsonl"))).toEqual(before);
});
