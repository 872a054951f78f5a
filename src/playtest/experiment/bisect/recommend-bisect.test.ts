import { expect, test } from "vitest";
import type { BisectPlan, BisectProbe } from "../../../contract/index.ts";
import { findingText } from "./bisect-report.ts";
import { believed, nextProbes, replaysToDecide } from "./bisect-search.ts";
import { recommendBisect } from "./recommend-bisect.ts";

const plan = (times: number): BisectPlan => ({
  version: 1,
  kind: "bisect",
  bisectId: "x",
  sessionId: "s",
  checkpoints: Array.from({ length: 9 }, (_, turn) => ({ file: "f", sessionId: "s", turn })),
  changed: { label: "unchanged", wish: {} },
  criterion: null,
  turns: 4,
  maxTurns: 20,
  times,
  atOnce: 2,
  certainty: 0.9,
  within: 1,
});

/** Replays from before turn 5 recover, later ones do not. */
const probes = (...turns: number[]): BisectProbe[] =>
  turns.map((turn, at) => ({
    sessionId: `000${at}`,
    turn,
    replicate: at + 1,
    recovered: turn < 5,
    why: "",
  }));

function told(times: number, played: BisectProbe[], { live = false, house = false } = {}) {
  const { finding } = believed(plan(times), played);
  const says = findingText(finding, plan(times));
  return recommendBisect(plan(times), { finding, says, probes: played, house }, { at: "bisects/x", live });
}

const enough = probes(4, 5, 4, 5, 4, 5, 4, 5, 4, 5, 4, 5, 2, 8);

test("a turn that is certain enough answers the question", () => {
  expect(told(14, enough)).toEqual({
    is: "answered",
    says: expect.stringMatching(/^After turn 5 the session no longer recovers/) as string,
  });
  expect(told(14, enough, { house: true }).is).toBe("not evidence");
});

test("without it, the replays that would decide, and the command that plays them", () => {
  const few = probes(4, 5, 4, 5);
  const needed = replaysToDecide(plan(4), few)!;
  expect(needed).toBeGreaterThan(0);
  expect(told(4, few)).toMatchObject({
    is: "insufficient evidence",
    more: {
      count: needed,
      command: `rehearse resume bisects/x --times ${4 + needed}`,
      times: 4 + needed,
    },
  });
  expect(told(30, few)).toMatchObject({ is: "unfinished", more: { command: "rehearse resume bisects/x" } });
  expect(told(30, few, { live: true }).more).not.toHaveProperty("command");
});

test("the prediction is what the search would need if chance played no part", () => {
  const played = probes(4, 5, 4, 5);
  const needed = replaysToDecide(plan(4), played)!;
  const all = [...played];
  while (!believed(plan(50), all).finding.decided) {
    const { posterior } = believed(plan(50), all);
    all.push(...probes(...nextProbes(posterior, { count: 2, before: all.map(({ turn }) => turn) })));
  }
  expect(all.length - played.length).toBe(needed);
  expect(believed(plan(50), all).finding.turn).toBe(5);
});

test("there is no verdict before the first replay has finished", () => {
  expect(told(10, [], { live: true })).toMatchObject({
    is: "unfinished",
    says: "No replays have finished yet.",
  });
});
