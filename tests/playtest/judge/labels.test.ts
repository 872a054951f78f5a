/** People's scores of sessions: reading and storing them. */
import { beforeAll, describe, expect, test } from "vitest";
import type { Label } from "../../../src/contract/index.ts";
import { addLabel, opinionsOf, readLabels, type SessionState } from "../../../src/playtest/index.ts";
import { judgeLabel } from "../../../src/operations/library.ts";
import { runCommand } from "../../support/cli/run-in-memory.ts";
import { copiesOf, emptyFolder, houseSession } from "../house-session.ts";

let played: { dir: string; state: SessionState };
beforeAll(async () => void (played = await houseSession({ seed: 4, maxTurns: 6 })));
const copies = (count: number): string[] => copiesOf(played.dir, { count, parent: emptyFolder() });

describe("labels", () => {
  const person = { by: "Ada", at: "2026-11-15T00:00:00.000Z" };

  test("are added; the latest score of a metric counts", async () => {
    const [dir] = copies(1) as [string];
    await addLabel(dir, { ...person, scores: { coherence: 3, pacing: 5 } });
    await addLabel(dir, { ...person, scores: { coherence: 8 } });
    await addLabel(dir, { ...person, by: "Grace", scores: { coherence: 2 } });
    expect(Object.fromEntries(opinionsOf(readLabels(dir)))).toEqual({
      Ada: { coherence: 8, pacing: 5 },
      Grace: { coherence: 2 },
    });
  });

  test("the library and --scores take the scores themselves", async () => {
    const [dir] = copies(1) as [string];
    const { label } = await judgeLabel({ dir, by: "Ada", scores: { coherence: 7 } });
    const typed = ["judge", "label", dir, "--by", "Ada", "--scores", "pacing=3", "--json"];
    const { exit, stdout } = await runCommand(typed);
    expect(exit).toBe(0);
    const second = (JSON.parse(stdout) as { label: Label }).label;
    expect(second).toMatchObject({ by: "Ada", scores: { pacing: 3 } });
    expect(readLabels(dir)).toEqual([label, second]);
  });
});
