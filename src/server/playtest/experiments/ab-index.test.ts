import { expect, test } from "vitest";
import type { AbPlan, AbResult } from "../../../contract/index.ts";
import { abReader } from "./ab-index.ts";

const plan = {
  a: { label: "unchanged" },
  b: { label: "narrator house" },
  checkpoints: [{ sessionId: "s1", turn: 4 }],
  pairs: 40,
} as AbPlan;
const result = {
  pairs: Array.from({ length: 13 }, () => ({ crashed: [] as string[] })),
  decision: { decided: true, pairs: 8 },
  spent: { cost: 0, unpriced: 0 },
} as unknown as AbResult;

test("a test is named by what it is about, and counts the pairs that decided it", () => {
  const summary = (more: Partial<AbPlan>, pairs = result) =>
    abReader.summary(pairs, { ...plan, ...more }, []);
  expect(summary({})).toMatchObject({
    title: "unchanged against narrator house: after turn 4 of s1",
    progress: { done: 8, planned: 40 },
  });
  const open = { ...result, decision: { ...result.decision, decided: false } };
  const finding = { id: "t5-loop", kind: "loop", lastTurn: 5 };
  expect(summary({ finding, checkpoints: [...plan.checkpoints, ...plan.checkpoints] }, open)).toMatchObject({
    title: "unchanged against narrator house: t5-loop, 2 checkpoints",
    progress: { done: 13 },
  });
});
