/** What `/api` says about matrices, and about sessions side by side. */
import { z } from "zod";
import { branchOrigin } from "../playtest/session-config.ts";
import { armComparison } from "../playtest/arm-comparison.ts";
import { issue } from "../playtest/issue.ts";
import { matrixResult, matrixRow } from "../playtest/matrix.ts";
import { page } from "./answer.ts";

/** What the evidence says to do, in one sentence: the same words as in the terminal. */
export const recommendation = z
  .object({
    /**
     * `answered`: a bisection found its turn. `not evidence`: the offline cast played. `unfinished`: not all is played
     * yet. `not shown`: the metric is private, and the file is public.
     */
    is: z.enum([
      "ship",
      "do not ship",
      "no difference found",
      "insufficient evidence",
      "not evidence",
      "answered",
      "unfinished",
      "not shown",
    ]),
    says: z.string(),
    /** What would decide, in words, with the command to type. Absent: it is decided, or more would not help. */
    more: z
      .object({
        says: z.string(),
        /** How many more pairs, sessions or replays. */ count: z.number().int().optional(),
        /** Resumes it. Absent: it is being played, or needs a new experiment. */
        command: z.string().optional(),
        /** The new maximum of pairs or replays of that command. Absent: as before. */
        times: z.number().int().optional(),
      })
      .optional(),
  })
  .meta({ id: "Recommendation" });
export type Recommendation = z.infer<typeof recommendation>;

/** A matrix without the results of its sessions, which are requested one by one. */
const rowView = matrixRow.extend({ /** The session's id. */ session: z.string() });
export const matrixView = matrixResult
  .omit({ sessions: true, rows: true })
  .partial({ baseline: true })
  .extend({
    rankings: z.object({ best: z.array(rowView), worst: z.array(rowView) }),
    failures: z.array(rowView),
    /** `session`: the id of the session of the worst one. */
    findings: z
      .array(matrixResult.shape.findings.unwrap().element.extend({ session: z.string() }))
      .optional(),
    done: z.number().int(),
    planned: z.number().int(),
    live: z.boolean(),
    recommendation,
    /** In words: findings that changed against the baseline, and how many more sessions would decide. */
    explained: z.object({ changes: z.array(z.string()), decides: z.array(z.string()) }),
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
        /** Sessions of the cell that failed or crashed. */ failed: z.number().int(),
        /** Its mean in the baseline; null: the baseline has none. Absent: no baseline. */
        baseline: z.number().nullable().optional(),
      }),
    ),
    /** The name of the baseline that cells are compared with. Absent: none. */
    baseline: z.string().optional(),
  })
  .meta({ id: "HeatMap" });
export type HeatMap = z.infer<typeof heatMap>;

const numbers = z.record(z.string(), z.number().nullable());
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

/** Sessions side by side; `versions` and `texts` refer to them by their index in `sessions`. */
export const comparisonView = z
  .object({
    sessions: z.array(
      z.object({
        id: z.string(),
        outcome: z.string(),
        branchedFrom: branchOrigin.nullable(),
        whole: numbers,
        /** For a branch, the range of turns it played itself; for another session, all turns. Null: none. */ own: z
          .object({ from: z.number().int(), to: z.number().int(), numbers })
          .nullable(),
        /** Over the turns that all of them have. */ shared: numbers.nullable(),
        /** Over its own turns. */ issues: z.array(issue),
        /** Also over its own turns: findings that are not scored. */ hints: z.array(issue),
      }),
    ),
    shared: z.object({
      range: z.object({ from: z.number().int(), to: z.number().int() }).nullable(),
      /** They are identical up to here. */ branchPoint: z.number().int().nullable(),
    }),
    differs: settingDifferences,
    recommendation,
    firstDifference: z
      .object({
        turn: z.number().int(),
        where: z.enum(["narrator", "players", "relay"]),
        versions: z.array(z.object({ sessions: z.array(z.number().int()), text: z.string() })),
      })
      .nullable(),
    comparisons: z.array(armComparison),
    /** A decision needs at least this many pairs. */ fewestPairs: z.number().int(),
    /** Parts left out of the overall scores because not all sessions have them. Absent: none. */
    parts: z.string().optional(),
    /** Why no two of these sessions can be paired. Absent: some can. */
    unpaired: z.string().optional(),
  })
  .meta({ id: "ComparisonView" });
export type ComparisonView = z.infer<typeof comparisonView>;
