/** What `/api` says about matrices, and about sessions side by side. */
import { z } from "zod";
import { issue } from "../playtest/issue.ts";
import { matrixResult, matrixRow } from "../playtest/matrix.ts";
import { damage, lastEvent, page } from "./answer.ts";

/** A matrix without the results of its sessions, which are requested one by one. */
const rowView = matrixRow.extend({ /** The session's id. */ session: z.string() });
export const matrixView = matrixResult
  .omit({ sessions: true, rows: true })
  .partial({ baseline: true })
  .extend({
    rankings: z.object({ best: z.array(rowView), worst: z.array(rowView) }),
    failures: z.array(rowView),
    done: z.number().int(),
    planned: z.number().int(),
    live: z.boolean(),
    /** Absent: none was found. */ damage: z.array(damage).optional(),
    lastEvent,
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
    /** If there is no readable plan, only the id is known. Absent: none was found. */ damage: z
      .array(damage)
      .optional(),
  })
  .meta({ id: "MatrixCard" });
export type MatrixCard = z.infer<typeof matrixCard>;
export const matrixPage = page.extend({ matrices: z.array(matrixCard) }).meta({ id: "MatrixPage" });
export type MatrixPage = z.infer<typeof matrixPage>;
export const matrixRowPage = page.extend({ rows: z.array(rowView) }).meta({ id: "MatrixRowPage" });
export type MatrixRowPage = z.infer<typeof matrixRowPage>;
/** The heat map of one metric: a cell for each story × prompt × narrator, with the values behind it. */
export const heatMap = z
  .object({
    metric: z.string(),
    /** Null: neither. */ better: z.enum(["higher", "lower"]).nullable(),
    /** Its minimum and maximum; null: unbounded. */ scale: z.tuple([z.number(), z.number().nullable()]),
    cells: z.array(
      z.object({
        story: z.string(),
        prompt: z.string(),
        narrator: z.string(),
        n: z.number().int(),
        mean: z.number().nullable(),
        interval: z.object({ low: z.number(), high: z.number() }).nullable(),
        values: z.array(z.object({ session: z.string(), value: z.number() })),
      }),
    ),
  })
  .meta({ id: "HeatMap" });
export type HeatMap = z.infer<typeof heatMap>;

const amount = z.number().nullable();
const verdict = z.enum(["better", "worse", "no difference found", "insufficient evidence"]);
const metricComparison = z.object({
  metric: z.string(),
  meanA: amount,
  meanB: amount,
  pairs: z.number().int(),
  clusters: z.number().int().nullable(),
  replicates: z.number().int(),
  missing: z.number().int(),
  /** B − A. */ meanDifference: amount,
  effectSize: amount,
  p: amount,
  method: z.string(),
  interval: z.object({ low: z.number(), high: z.number(), method: z.string() }).optional(),
  higher: z.number().int(),
  lower: z.number().int(),
  ties: z.number().int(),
  /** Holm's correction: the primary metric over the comparisons shown, the others over all remaining tests. */ adjusted:
    amount,
  /** About B. */ verdict: verdict.nullable(),
});
/** One arm compared with the first, with the statistics of `rehearse compare`. */
const armComparison = z.object({
  a: z.string(),
  b: z.string(),
  paired: z.number().int(),
  alone: z.object({ a: z.number().int(), b: z.number().int() }),
  clusters: z.number().int(),
  /** What both sides of a pair share. */ pairedBy: z.enum(["group", "checkpoint"]),
  speaksFor: z.string(),
  /** The same for its pairs. */ parts: z.string().optional(),
  /** Pairs that an arm lost by crashing or stopping early. */ crashed: z.object({
    a: z.number(),
    b: z.number(),
  }),
  primary: metricComparison,
  others: z.array(metricComparison),
  completed: z.object({
    pairs: z.number().int(),
    missing: z.number().int(),
    /** Pairs in which one side finished and the other did not. */ differ: z.number().int(),
    passedA: amount,
    passedB: amount,
    meanDifference: amount,
    p: amount,
    adjusted: amount,
    method: z.string(),
    verdict,
  }),
  /** How many tests share each correction. */ families: z.object({
    primary: z.number().int(),
    others: z.number().int(),
  }),
  /** How many of them could be significant at all. */
  testable: z.object({ primary: z.int(), others: z.int() }),
  /** The pre-registered metrics and who named them, in words, if this metric was chosen after seeing the numbers. */ chosenNow:
    z.string().optional(),
  /** No plan names a metric. */ unplanned: z.boolean().optional(),
  /** Why there is no verdict, regardless of the numbers. */ withheld: z
    .array(z.string())
    .readonly()
    .optional(),
  /** Settings that differ between the sides, in words. */ settings: z
    .array(z.string())
    .readonly()
    .optional(),
  /** Why plays have no partner, if known. */ unpaired: z.array(z.string()).readonly().optional(),
  /** Why a difference does not decide. */ note: z.string().optional(),
});
export type ArmComparisonView = z.infer<typeof armComparison>;
const numbers = z.record(z.string(), amount);
/** Sessions side by side; `versions` and `texts` refer to them by their index in `sessions`. */
export const comparisonView = z
  .object({
    sessions: z.array(
      z.object({
        id: z.string(),
        outcome: z.string(),
        branchedFrom: z.object({ sessionId: z.string(), turn: z.number().int() }).nullable(),
        whole: numbers,
        /** For a branch, the range of turns it played itself; for another session, all turns. Null: none. */ own: z
          .object({ from: z.number().int(), to: z.number().int(), numbers })
          .nullable(),
        /** Over the turns that all of them have. */ shared: numbers.nullable(),
        /** Over its own turns. */ issues: z.array(issue),
        /** What its players did to it. */ brokenBy: z.array(z.string()),
      }),
    ),
    shared: z.object({
      range: z.object({ from: z.number().int(), to: z.number().int() }).nullable(),
      /** They are identical up to here. */ branchPoint: z.number().int().nullable(),
    }),
    differs: z.object({
      values: z.record(z.string(), z.array(z.string())),
      texts: z.array(
        z.object({
          what: z.string(),
          sessions: z.array(z.number().int()),
          changes: z.array(z.object({ sign: z.enum(["-", "+"]), line: z.string() })),
        }),
      ),
    }),
    firstDifference: z
      .object({
        turn: z.number().int(),
        where: z.enum(["narrator", "players", "relay"]),
        versions: z.array(z.object({ sessions: z.array(z.number().int()), text: z.string() })),
      })
      .nullable(),
    comparisons: z.array(armComparison),
    /** Parts left out of the overall scores because not all sessions have them. Absent: none. */
    parts: z.string().optional(),
    /** Why no two of these sessions can be paired. Absent: some can. */
    unpaired: z.string().optional(),
  })
  .meta({ id: "ComparisonView" });
export type ComparisonView = z.infer<typeof comparisonView>;
