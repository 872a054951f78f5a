/** A narrator that a program gives as a function: played, recorded, resumed and branched. */
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { Harness } from "../../../src/kernel/run/index.ts";
import {
  branchSession,
  loadCheckpoint,
  planAb,
  planSession,
  type Played,
  playSession,
  readArm,
  requireAb,
  resumeSession,
} from "../../../src/playtest/index.ts";
import type { NarratorFunction, NarratorRequest } from "../../../src/contract/index.ts";
import { emptyFolder, houseHarness, ownNarratorWish as wish } from "../house-session.ts";

async function play(
  narrator: NarratorFunction,
  { harness = houseHarness(), out = emptyFolder() }: { harness?: Harness; out?: string } = {},
): Promise<Played & { dir: string; harness: Harness }> {
  const config = planSession(harness, { ...wish, narrator: harness.functions.add(narrator, "narrator") });
  return {
    ...(await playSession(harness, { config, out, sessionId: "own" })),
    dir: join(out, "own"),
    harness,
  };
}

/** A new process, which has only the functions that it is given. */
const withFunctions = (...functions: NarratorFunction[]): Harness => {
  const harness = houseHarness();
  for (const one of functions) harness.functions.add(one, "narrator");
  return harness;
};

const tellTale: NarratorFunction<{ told: number }> = ({ turn, state }) => ({
  text: `Turn ${turn}. The fog thickens. What do you do?`,
  state: { told: (state?.told ?? 0) + 1 },
});

/** Throws in its third turn. */
const throwing: NarratorFunction = (request) => {
  if (request.turn === 3) throw new Error("boom");
  return tellTale(request as NarratorRequest<{ told: number }>, { signal: AbortSignal.abort() });
};

test("changing the request or the state in place changes neither the session nor its files", async () => {
  const careless: NarratorFunction<{ told: number }> = ({ turn, state, guide, players }) => {
    guide.pulses.length = 0;
    players.length = 0;
    const kept = state ?? { told: 0 };
    kept.told += 1;
    return { text: `Bell ${turn} rings over the harbour.`, state: kept };
  };
  const { state, dir } = await play(careless);
  expect(state.config.storyGuide.pulses.length).toBeGreaterThan(0);
  expect(state.records.map(({ narrator }) => narrator.state)).toEqual([1, 2, 3, 4].map((told) => ({ told })));
  expect(loadCheckpoint(join(dir, "turn-2.json")).state.records[1]!.narrator.state).toEqual({ told: 2 });
});

test("an exception stops the session with its place and is not retried; the mended function resumes it", async () => {
  const { stopped, result, dir } = await play(throwing);
  expect(stopped).toMatchObject({ code: "outside-failed", exit: 3, remedy: "Fix it, then resume." });
  expect(stopped!.message).toMatch(
    /^The narrator function throwing threw Error: boom \(at .*function-narrator\.test\.ts:/,
  );
  expect(result).toMatchObject({ turns: 2, totals: { all: { failed: 1 } } });
  expect(result.verdict!.next.at(-1)).toEqual({
    says: "Resume the session. Do it in your program: the narrator is a function.",
  });
  const asked: number[] = [];
  // It may have another name than before.
  const mended: NarratorFunction<{ told: number }> = (request, context) => {
    asked.push(request.turn);
    return tellTale(request, context);
  };
  const resumed = await resumeSession(withFunctions(mended), dir);
  expect(resumed.result).toMatchObject({
    outcome: "timeout",
    turns: 4,
    models: { narrator: "function:throwing" },
  });
  // What was answered before is not asked again.
  expect(asked).toEqual([3, 4]);
});

test("without its function a session is neither resumed, replayed nor compared: one error, and nothing is made or called", async () => {
  const { dir } = await play(throwing);
  const missing = {
    code: "missing-option",
    option: "narrator",
    exit: 2,
    message: "The narrator is the function throwing, which was not given.",
  };
  const before = readdirSync(dir).sort();
  await expect(resumeSession(houseHarness(), dir)).rejects.toMatchObject(missing);
  await expect(
    resumeSession(
      withFunctions(tellTale, () => ({ text: "" })),
      dir,
    ),
  ).rejects.toMatchObject(missing);
  expect(readdirSync(dir).sort()).toEqual(before);

  const out = join(emptyFolder(), "branches");
  const branch = { checkpoint: join(dir, "turn-2.json"), replicate: 0, out, sessionId: "branch" };
  await expect(branchSession(houseHarness(), { ...branch, changes: {} })).rejects.toMatchObject(missing);
  expect(existsSync(out)).toBe(false);
  const { result } = await branchSession(withFunctions(tellTale), { ...branch, changes: { turns: 1 } });
  expect(result).toMatchObject({ outcome: "stopped", turns: 3 });

  const harness = houseHarness();
  const narrator = harness.functions.add(tellTale, "narrator");
  // The function of arm B must not play arm A, which has no function here.
  const { plan, states } = planAb(harness, {
    checkpoints: [branch.checkpoint],
    a: readArm([]),
    b: readArm({ narrator }, harness),
    observer: "house",
  });
  await expect(requireAb(harness, plan, states)).rejects.toMatchObject(missing);
  harness.functions.add(throwing, "narrator");
  // Every function is there. The house reader knows nothing of them.
  await expect(requireAb(harness, plan, states)).rejects.toMatchObject({
    option: "observer",
    message: expect.stringContaining("the observer house finds only what a house narrator planted") as string,
  });
});

test("the house reader does not read another narrator: nothing is measured by it, and a note says so", async () => {
  const harness = houseHarness();
  const narrator = harness.functions.add(tellTale, "narrator");
  const config = planSession(harness, { ...wish, narrator, observer: "house" });
  const { result } = await playSession(harness, { config, out: emptyFolder(), sessionId: "own" });
  expect(result.overall).toBeNull();
  expect(result.verdict!.headline).toContain("no model read the turns");
  const note = { code: "not-scored", text: expect.stringContaining("name a model as observer") as string };
  expect(result.notes).toContainEqual(note);
  const [step] = result.verdict!.next;
  expect(step!.command).toBe(`rehearse observe ${result.dir} --observer MODEL`);

  const parent = planSession(harness, { ...wish, narrator: "house" });
  const out = emptyFolder();
  await playSession(harness, { config: parent, out, sessionId: "house" });
  const branch = { checkpoint: join(out, "house/turn-3.json"), replicate: 0, out, sessionId: "branch" };
  const changes = { narrator, observer: "house", turns: 1 };
  const { result: branched } = await branchSession(harness, { ...branch, changes });
  expect(branched).toMatchObject({ overall: null, notes: expect.arrayContaining([note]) as unknown });
});
