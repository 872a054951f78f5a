/**
 * The truth file beside a session lists what a house narrator planted and decided: one line per turn, even after stops.
 */
import { appendFileSync, readFileSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { resumeSession, TRUTH_FILE, turnPath } from "../../../src/playtest/index.ts";
import { houseHarness, houseSession } from "../house-session.ts";

const looping = { narrator: "house/looping", seed: 3, maxTurns: 24 };
const truth = (dir: string) => readFileSync(join(dir, TRUTH_FILE), "utf8");
const turns = (dir: string) =>
  truth(dir)
    .trimEnd()
    .split("\n")
    .map((line) => (JSON.parse(line) as { turn: number }).turn);

type Damage = [what: string, damage: (path: string) => void, allTurns?: boolean];
const damages: Damage[] = [
  ["was killed after the line and before the turn", () => {}],
  [
    "was killed before the line",
    (path) =>
      writeFileSync(
        path,
        readFileSync(path, "utf8")
          .split("\n")
          .slice(0, -2)
          .map((line) => `${line}\n`)
          .join(""),
      ),
  ],
  ["was killed in the middle of the line", (path) => truncateSync(path, readFileSync(path).length - 9)],
  ["left half a line of a turn that never was", (path) => appendFileSync(path, '{"crc":"00')],
  ["lost the file", (path) => rmSync(path), true],
];
test.each(damages)(
  "a session that %s has each line once after it is resumed",
  async (_, damage, allTurns) => {
    const { dir, state } = await houseSession(looping);
    const whole = truth(dir);
    const lost = turns(dir).at(-1)!;
    for (let turn = allTurns ? 1 : lost; turn <= state.turn; turn++) rmSync(turnPath(dir, turn));
    damage(join(dir, TRUTH_FILE));
    const { result } = await resumeSession(houseHarness(), dir);
    expect(result.turns).toBe(state.turn);
    expect(truth(dir)).toBe(whole);
  },
);
