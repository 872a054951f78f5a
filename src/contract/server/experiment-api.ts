/** What `/api` says about experiments: matrices, A/B tests and bisections in one list, and the last two in full. */
import { z } from "zod";
import { abPair, abResult } from "../experiments/ab.ts";
import { bisectResult } from "../experiments/bisect.ts";
import { verdict } from "../shared/verdict.ts";
import { page } from "./answer.ts";
import { settingDifferences } from "./comparison-api.ts";

const count = z.number().int().nonnegative();
export const experimentKind = z.enum(["matrix", "ab", "bisect"]);
export type ExperimentKind = z.infer<typeof experimentKind>;

const progress = z.object({
  done: count,
  /** The maximum, if it may be decided earlier. */ planned: count,
  unit: z.enum(["session", "pair", "replay"]),
});

const experimentCard = z
  .object({
    kind: experimentKind,
    id: z.string(),
    /** When its first session started. Null: none has. */ at: z.string().nullable(),
    /** What it compares, in words. */ title: z.string(),
    verdict: verdict.pick({ outcome: true, headline: true }),
    progress,
    /** Sessions that failed or crashed. */ failed: count,
    /** USD. */ cost: z.number(),
    /** Calls with an unknown price: if there are any, `cost` is a lower bound. */ unpriced: count,
    live: z.boolean(),
    /** Why it cannot be read; then only the id is known. */ unreadable: z.string().optional(),
  })
  .meta({ id: "ExperimentCard" });
export type ExperimentCard = z.infer<typeof experimentCard>;
export const experimentPage = page
  .extend({ experiments: z.array(experimentCard) })
  .meta({ id: "ExperimentPage" });
export type ExperimentPage = z.infer<typeof experimentPage>;

/** What every page of an experiment starts with. */
const head = {
  id: z.string(),
  at: z.string().nullable(),
  live: z.boolean(),
  verdict,
  progress,
  cost: z.object({ total: z.number(), atMost: z.number(), unpriced: count, text: z.string() }),
  /** Why it stopped before it was decided or complete. */ endedBy: z.string().nullable(),
};

export const abView = z
  .object({
    ...head,
    ...abResult.pick({ plan: true, decision: true }).shape,
    checkpoints: z.array(
      z.object({
        sessionId: z.string(),
        turn: z.number().int(),
        /** The id of the session in this workspace. Absent: it is not here. */
        session: z.string().optional(),
      }),
    ),
    /** `sessions`: the ids of its replays. Absent: not played. */
    pairs: z.array(
      abPair.extend({ sessions: z.object({ a: z.string().optional(), b: z.string().optional() }) }),
    ),
    /** How A and B differ at the first checkpoint; A is the first session. */
    differs: settingDifferences,
  })
  .meta({ id: "AbView" });
export type AbView = z.infer<typeof abView>;

export const bisectView = z
  .object({
    ...head,
    sessionId: z.string(),
    /** The id of the session in this workspace. Absent: it is not here. */ session: z.string().optional(),
    ...bisectResult.pick({ criterion: true, changed: true, finding: true, turns: true, said: true }).shape,
    /** `session`: the id of the replay. Absent: its folder is gone. */
    probes: z.array(bisectResult.shape.probes.element.extend({ session: z.string().optional() })),
  })
  .meta({ id: "BisectView" });
export type BisectView = z.infer<typeof bisectView>;
