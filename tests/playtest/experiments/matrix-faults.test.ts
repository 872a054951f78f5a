/** Matrices distinguish faulty narrators from the plain one. */
import { expect, test } from "vitest";
import type { MatrixResult } from "../../../src/contract/index.ts";
import { testPower } from "../../../src/kernel/stats/index.ts";
import { compareVariants, type MetricName } from "../../../src/playtest/index.ts";
import { config, folder, onlyIn, playOffline, rehearse, resultIn } from "./matrix-command.ts";

playOffline();

/** What each of the faulty narrators does, and the metric that this hurts. */
const faults: Array<[fault: string, metric: MetricName]> = [
  ["looping", "soundness"],
  ["blunt", "segue-quality"],
  ["rushed", "soundness"],
  ["stalled", "turns-per-pulse"],
  ["forgetful", "soundness"],
  ["leaky", "soundness"],
];
const FULL = process.env["REHEARSE_FULL"] !== undefined;

async function played(fields: object): Promise<MatrixResult> {
  const out = folder();
  expect(
    (
      await rehearse(
        "matrix",
        "--plan",
        config({ systemPrompts: { a: "baseline" }, ...fields }),
        "--out",
        out,
      )
    ).exit,
  ).toBe(0);
  return resultIn(onlyIn(out));
}

test("the plain house narrator ranks above a faulty one on the metric that its fault hurts, if the power suffices; not at smoke size", async () => {
  const tried = FULL ? faults : faults.slice(0, 1);
  const size = FULL
    ? {
        stories: ["gilded-carriage", "innsmouth", "long-quiet", "marrow-fair", "salt-road"],
        sessionsPerCombination: 2,
        maxTurnsPerSession: 40,
      }
    : { sessionsPerCombination: 6, maxTurnsPerSession: 16 };
  const { rows } = await played({
    ...size,
    narratorModels: ["house", ...tried.map(([fault]) => `house/${fault}`)],
  });
  const powers: number[] = [];
  for (const [fault, metric] of tried) {
    const own = rows.filter(({ narrator }) => narrator === "house" || narrator === `house/${fault}`);
    const { primary } = compareVariants(own, { by: "narrator", primary: metric })[0]!;
    // Without any spread a difference is as clear as can be.
    const power =
      primary.effectSize === null
        ? 1
        : testPower({ pairs: primary.pairs, effect: Math.abs(primary.effectSize) });
    if (power >= 0.8)
      expect({ fault, metric, verdict: primary.verdict }).toEqual({ fault, metric, verdict: "worse" });
    else expect({ fault, metric, verdict: primary.verdict }).not.toMatchObject({ verdict: "better" });
    powers.push(power);
    const five = new Set([...new Set(own.map(({ pair }) => pair))].slice(0, 5));
    expect(
      compareVariants(
        own.filter(({ pair }) => five.has(pair)),
        { by: "narrator", primary: metric },
      )[0]!.primary.verdict,
    ).toBe("insufficient evidence");
  }
  // Most faults must be detectable, or the test would show nothing.
  expect(powers.filter((power) => power >= 0.8).length).toBeGreaterThanOrEqual(Math.max(1, tried.length - 1));
}, 1_800_000);
