/** What `/api` says about matrices, and about sessions side by side. */
import { z } from "zod";
import { branchOrigin } from "../playtest/session-config.ts";
import { episode, issue } from "../playtest/issue.ts";
import { matrixResult, matrixRow } from "../experiments/matrix.ts";
import { score } from "../playtest/session-metrics.ts";
import { verdict } from "../shared/verdict.ts";
import { page } from "./answer.ts";

const rowView = matrixRow.extend({ /** The session's id. */ session: z.string() });

/** A matrix without the results of its sessions, which are requested one by one. */
export const matrixView = matrixResult
  .omit({ sessions: true, rows: true })
  .extend({
    /** By their ids, which the sessions have too. */
    stories: z.array(z.string()),
    done: z.number().int(),
    planned: z.number().int(),
    live: z.boolean(),
  })
  .meta({ id: "MatrixView" });
export type MatrixView = z.infer<typeof matrixView>;
export const matrixCard = z
  .object({
    id: z.string(),
    at: z.string().nullable(),
    planned: z.number().int(),
    done: z.number().int(),
    failed: z.number().int(),
    stories: z.array(z.string()),
    prompts: z.array(z.string()),
    narrators: z.array(z.string()),
    overall: z.number().nullable(),
    cost: z.number(),
    live: z.boolean(),
    /** Why it cannot be read; then only the id is known. */ unreadable: z.string().optional(),
  })
  .meta({ id: "MatrixCard" });
export type MatrixCard = z.infer<typeof matrixCard>;
export const matrixPage = page.extend({ matrices: z.array(matrixCard) }).meta({ id: "MatrixPage" });
export type MatrixPage = z.infer<typeof matrixPage>;
export const matrixRowPage = page.extend({ rows: z.array(rowView) }).meta({ id: "MatrixRowPage" });
export type MatrixRowPage = z.infer<typeof matrixRowPage>;

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

/** Sessions side by side; `versions` and `texts` refer to them by their index in `sessions`. */
export const comparisonView = z
  .object({
    verdict,
    sessions: z.array(
      z.object({
        id: z.string(),
        outcome: z.string(),
        branchedFrom: branchOrigin.nullable(),
        /** The turns that the score covers. */ turns: range,
        score,
        /** Over all that it played itself. */ issues: z.array(episode),
        /** Also over all that it played itself: findings that are not scored. */ hints: z.array(issue),
      }),
    ),
    /** They are the same up to this turn, and are compared from the next one on. Null: they have no common past. */
    branchPoint: z.number().int().nullable(),
    differs: settingDifferences,
    /** The first turn with different words. Null: none in the turns that all have. */
    firstDifference: z
      .object({
        turn: z.number().int(),
        where: z.enum(["narrator", "players", "relay"]),
        versions: z.array(z.object({ sessions: z.array(z.number().int()), text: z.string() })),
      })
      .nullable(),
  })
  .meta({ id: "ComparisonView" });
export type ComparisonView = z.infer<typeof comparisonView>;
