/** What `/api` says about experiments: matrices, A/B tests and bisections in one list, and the last two in full. */
import { z } from "zod";
import { abPair, abResult } from "../experiments/ab.ts";
import { bisectProbe } from "../experiments/bisect.ts";
import { matrixRow } from "../experiments/matrix.ts";
import { verdict } from "../shared/verdict.ts";
import { seen, seenBy } from "../shared/seen.ts";
import { page } from "./answer.ts";
import { settingDifferences } from "./comparison-api.ts";
import { sessionCard } from "./session-api.ts";

const count = z.number().int().nonnegative();
export const experimentKind = z.enum(["matrix", "ab", "bisect"]);
export type ExperimentKind = z.infer<typeof experimentKind>;

const progress = z.object({
  done: count,
  /** The maximum, if it may be decided earlier. */ planned: count,
  unit: z.enum(["session", "pair", "replay"]),
});

export const experimentCard = seen({
  all: {
    kind: experimentKind,
    id: z.string(),
    /** When its last turn was played. Null: none was. */ at: z.string().nullable(),
    /** What it compares, in words. */ title: z.string(),
    verdict: verdict.pick({ outcome: true, headline: true }),
    progress,
    /** Sessions that failed or crashed. */ failed: count,
    /** USD. */ cost: z.number(),
    /** Calls with an unknown price: if there are any, `cost` is a lower bound. */ unpriced: count,
    live: z.boolean(),
    /** The house cast narrated some of its sessions. */ house: z.boolean(),
  },
  author: { /** Why it cannot be read; then only the id is known. */ unreadable: z.string().optional() },
}).meta({ id: "ExperimentCard" });
export type ExperimentCard = z.infer<typeof experimentCard>;
export const experimentPage = page
  .extend({ experiments: z.array(experimentCard) })
  .meta({ id: "ExperimentPage" });
export type ExperimentPage = z.infer<typeof experimentPage>;

/** What another process plays, and what stopped before its end: `resume` takes an id. */
export const unfinishedRuns = z
  .object({ sessions: z.array(sessionCard), experiments: z.array(experimentCard) })
  .meta({ id: "UnfinishedRuns" });
export type UnfinishedRuns = z.infer<typeof unfinishedRuns>;

/** What every page of an experiment starts with. */
const head = {
  ...experimentCard.pick({ id: true, live: true, title: true, progress: true }).shape,
  verdict,
};
/** Why it stopped before it was decided or complete. */
const endedBy = z.string().nullable();
/** The id of a session in this workspace. Absent: it is not here. */
const session = z.string().optional();

/** Its sessions in the order of the plan, including those not played yet. The whole result is its download. */
export const matrixView = seen({
  all: { ...head, rows: z.array(seenBy(matrixRow.extend({ session }), { all: ["session"] })) },
}).meta({ id: "MatrixView" });
export type MatrixView = z.infer<typeof matrixView>;

export const abView = seen({
  all: {
    ...head,
    ...abResult.pick({ plan: true, decision: true }).shape,
    checkpoints: z.array(
      seen({ all: { sessionId: z.string(), turn: z.number().int() }, author: { session } }),
    ),
    /** `sessions`: its replays. */
    pairs: z.array(abPair.extend({ sessions: seen({ all: { a: session, b: session } }) })),
  },
  author: {
    endedBy,
    /** How A and B differ at the first checkpoint; A is the first session. */
    differs: settingDifferences,
  },
}).meta({ id: "AbView" });
export type AbView = z.infer<typeof abView>;

const { why, ...probe } = bisectProbe.shape;
export const bisectView = seen({
  all: {
    ...head,
    sessionId: z.string(),
    /** `session`: the replay. */
    probes: z.array(seen({ all: { ...probe, session }, author: { why } })),
  },
  author: { endedBy, session },
}).meta({ id: "BisectView" });
export type BisectView = z.infer<typeof bisectView>;
