/** What `/api` says about sessions side by side. */
import { z } from "zod";
import { branchOrigin } from "../playtest/session-config.ts";
import { episode, issue } from "../playtest/issue.ts";
import { score } from "../playtest/session-metrics.ts";
import { verdict } from "../shared/verdict.ts";

/** Settings that differ, with each session's value, and the changed lines of long texts. */
export const settingDifferences = z.object({
  values: z.record(z.string(), z.array(z.string())),
  texts: z.array(
    z.object({
      what: z.string(),
      sessions: z.array(z.number().int()),
      changes: z.array(z.object({ sign: z.enum(["-", "+"]), line: z.string() })),
    }),
  ),
});

const range = z.object({ from: z.number().int(), to: z.number().int() });

/** Sessions side by side; `texts` refers to them by their index in `sessions`. */
export const comparisonView = z
  .object({
    verdict,
    sessions: z.array(
      z.object({
        id: z.string(),
        outcome: z.string(),
        branchedFrom: branchOrigin.nullable(),
        /** Their names, by seat. */ players: z.array(z.string()),
        /** The turns that the score covers. */ turns: range,
        score,
        /** Over all that it played itself. */ issues: z.array(episode),
        /** Also over all that it played itself: findings that are not scored. */ hints: z.array(issue),
      }),
    ),
    /** They are the same up to this turn, and are compared from the next one on. Null: they have no common past. */
    branchPoint: z.number().int().nullable(),
    differs: settingDifferences,
    /** Turns in which the players heard different narrations, with the group's answers. */
    turns: z.array(
      z.object({ turn: z.number().int(), narrations: z.array(z.string()), relays: z.array(z.string()) }),
    ),
    /** The first turn with different words. Null: none in the turns that all have. */
    firstDifference: z.number().int().nullable(),
  })
  .meta({ id: "ComparisonView" });
export type ComparisonView = z.infer<typeof comparisonView>;
