/** A/B tests of the house narrators with a fault against the one without: each names the good one, and why. */
import { beforeAll, expect, test } from "vitest";
import { planAb, readArm, runAb, turnPath, writeAbPlan } from "../../../src/playtest/index.ts";
import { emptyFolder, houseSession } from "../house-session.ts";

/** What each fault is mostly found by. */
const CAUSES = {
  blunt: /^forced segues$/,
  looping: /^loops$/,
  leaky: /^leaks$/,
  forgetful: /^contradictions$/,
  stalled: /^(stuck moments|ignored requests)$/,
  rushed: /^(takeovers|beats passed over)$/,
};
type Fault = keyof typeof CAUSES;
let parent: Awaited<ReturnType<typeof houseSession>>;

beforeAll(async () => {
  parent = await houseSession({ seed: 3, players: 2, maxTurns: 20 });
});

async function compare(from: number, { a, b }: { a: string[]; b: string[] }) {
  const { harness, dir: session } = parent;
  const { plan, states } = planAb(harness, {
    checkpoints: [turnPath(session, from)],
    a: readArm(a, harness),
    b: readArm(b, harness),
    turns: 8,
  });
  const dir = emptyFolder("ab-");
  await writeAbPlan(dir, plan, states);
  return (await runAb(harness, { dir, plan, concurrency: 2 })).result;
}

/** One test in each direction; in the full run all twelve. */
const isFull = process.env["REHEARSE_FULL"] === "1";
const faults = Object.keys(CAUSES) as Fault[];

test.each(isFull ? faults : ["blunt" as const])(
  "from turn 8, a change to house/%s made it worse",
  async (fault) => {
    const { decision, verdict } = await compare(8, { a: [], b: [`narrator=house/${fault}`] });
    expect(decision).toMatchObject({ winner: "a", decided: true });
    expect(verdict.headline).toMatch(/^Scripted narrators: the tweak made it worse: /);
    expect(verdict.because[0]!.label).toMatch(CAUSES[fault]);
    expect(verdict.because[0]!.points).toBeLessThan(0);
  },
);

test.each(isFull ? faults : ["leaky" as const])(
  "from turn 10, the good narrator lost fewer points than house/%s",
  async (fault) => {
    const { decision, verdict } = await compare(10, {
      a: [`narrator=house/${fault}`],
      b: ["narrator=house"],
    });
    expect(decision).toMatchObject({ winner: "b", decided: true });
    expect(verdict.headline).toContain(
      `B (narrator house) lost fewer points than A (narrator house/${fault}): `,
    );
    expect(verdict.because[0]!.label).toMatch(CAUSES[fault]);
    expect(verdict.because[0]!.points).toBeGreaterThan(0);
  },
);
