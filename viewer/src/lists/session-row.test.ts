import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { Router } from "wouter";
import type { SessionCard } from "../../../src/contract/index.ts";
import { SessionRow } from "./session-row.tsx";
import { sessionTitle } from "./session-title.ts";

const card: SessionCard = {
  id: "a",
  story: "s",
  prompt: "p",
  narrator: "house",
  players: 3,
  outcome: "completed",
  why: "",
  turns: 8,
  pulses: { detected: 3, expected: 5 },
  issues: 0,
  errors: 0,
  overall: 60,
  pointsLost: 12.6,
  worst: { id: "t7-forced-segue", kind: "forced-segue", turn: 7, lastTurn: 7, pointsLost: 4 },
  cost: 0,
  at: null,
  lastAt: null,
  house: true,
  live: false,
};

test("a branch is named by its change and the turn that it keeps last", () => {
  const branchedFrom = { sessionId: "s", turn: 5, changed: ["prompt: a → a"], replicate: 1 } as never;
  const { lead } = sessionTitle({ ...card, branchedFrom, at: "2026-11-19T22:27:30.000Z" });
  expect(lead).toBe("dice 1, after turn 5, prompt: a, edited");
});

test.each([
  [3, "12.6"],
  [null, "–"],
])("with %s issues, the points lost are shown as %s", (issues, shown) => {
  const row = renderToStaticMarkup(
    createElement(Router, {
      ssrPath: "/",
      children: createElement(SessionRow, {
        session: { ...card, issues },
        picked: { picked: [], pick: () => {}, clear: () => {}, full: false },
      }),
    }),
  );
  expect(/data-label="points lost"[^>]*>([^<]*)</.exec(row)?.[1]).toBe(shown);
  expect(row.replaceAll(/<[^>]*>/g, "")).toContain("forced segue, turn 7");
});
