/** Narrators for testing statistics: it is known whether two arms differ. */
import { expect, test } from "vitest";
import { emptyFolder, houseSession } from "../house-session.ts";
import { TRUTH_FILE } from "../../../src/playtest/index.ts";
import { readFileSync, existsSync } from "node:fs";
import { join } from "node:path";

/** The turns in which it repeated itself, and the number of turns: too many repetitions end the session. */
async function repeats(
  narrator: string,
  prompt: { name: string; text: string },
  seed: number,
): Promise<{ said: string[]; turns: number }> {
  const { dir, state } = await houseSession({
    narrator,
    prompt,
    seed,
    players: 2,
    maxTurns: 14,
    out: emptyFolder("noisy-"),
  });
  const path = join(dir, TRUTH_FILE);
  return {
    turns: state.turn,
    said: existsSync(path)
      ? readFileSync(path, "utf8")
          .split("\n")
          .filter((line) => line.includes("loop-verbatim"))
      : [],
  };
}

test("its dice depend on its prompt: other turns under another prompt, the same under the same; and one is noisier", async () => {
  const [kind, terse] = [
    { name: "kind", text: "Be kind." },
    { name: "terse", text: "Be terse." },
  ];
  const first = await repeats("house/noisy", kind, 1);
  expect(await repeats("house/noisy", kind, 1)).toEqual(first);
  expect(await repeats("house/noisy", terse, 1)).not.toEqual(first);
  const share = async (narrator: string) => {
    const both = [await repeats(narrator, kind, 2), await repeats(narrator, terse, 2)];
    return both.flatMap(({ said }) => said).length / both.reduce((sum, { turns }) => sum + turns - 4, 0);
  };
  expect(await share("house/noisier")).toBeGreaterThan(await share("house/noisy"));
});
