/** What an operation found out, as data. Renderers for terminal, Markdown, CI and page show it; none knows a suite. */
import { z } from "zod";
import { seenBy } from "./seen.ts";

/** Verbatim words with their place: "turn 23", "session 0003-b, turn 23". */
const quoted = z.object({
  at: z.string(),
  text: z.string(),
  /** The seats that heard them; null: everybody. Absent: not known, or the guide. */
  to: z.array(z.number().int().nonnegative()).nullable().optional(),
});

/** What moved a number. Descriptive: it carries no p-value. */
export const cause = z.object({
  label: z.string(),
  /** Its share of the change, in points. Negative: it made things worse. */
  points: z.number(),
  /** Sessions, replays or tests that it touches, of how many. */
  touched: z.object({ count: z.number().int(), of: z.number().int(), unit: z.string() }).optional(),
  /** "135 with B, 0 with A". */
  detail: z.string().optional(),
  quote: quoted.optional(),
});
export type Cause = z.infer<typeof cause>;

export const fact = seenBy(
  z.object({
    label: z.string(),
    /** Null: missing; `note` says why. */
    value: z.union([z.string(), z.number(), z.null()]),
    unit: z.string().optional(),
    note: z.string().optional(),
  }),
  { all: ["label", "value", "unit"] },
);
export type Fact = z.infer<typeof fact>;

/** A problem that was found, with the words that show it. */
export const verdictFinding = z.object({
  /** Names it in commands: `t23-forced-segue`. */
  id: z.string().optional(),
  title: z.string(),
  says: z.string(),
  /** Where it is. On the server, the session is an id of its lists. */
  session: z.string().optional(),
  turn: z.number().int().optional(),
  /** Points it cost. */
  points: z.number().optional(),
  quotes: z.array(quoted),
});
export type VerdictFinding = z.infer<typeof verdictFinding>;

export const verdictTable = z.object({
  title: z.string(),
  columns: z.array(z.object({ label: z.string(), align: z.enum(["left", "right"]).optional() })),
  /** Null: missing. */
  rows: z.array(z.array(z.union([z.string(), z.number(), z.null()]))),
  note: z.string().optional(),
});
export type VerdictTable = z.infer<typeof verdictTable>;

/** What to do next. `command` is typed as it stands; `call` is the same for programs and assistants. */
export const step = z.object({
  says: z.string(),
  command: z.string().optional(),
  call: z.object({ operation: z.string(), input: z.record(z.string(), z.unknown()) }).optional(),
});
export type Step = z.infer<typeof step>;

export const verdict = seenBy(
  z.object({
    /** `passed` and `failed` are gates or tests, `undecided` and `stopped` may go on, `done` is an answer. */
    outcome: z.enum(["passed", "failed", "undecided", "stopped", "done"]),
    /** One plain sentence with the cause. */
    headline: z.string(),
    /** What must be known before the rest is believed: the offline cast played, turns are unread. */
    cautions: z.array(z.string()),
    /** Largest first. */
    because: z.array(cause),
    /** The first numbers first. */
    facts: z.array(fact),
    findings: z.array(verdictFinding),
    tables: z.array(verdictTable),
    next: z.array(step),
  }),
  { all: ["outcome", "facts"] },
).meta({ id: "Verdict" });
export interface Verdict extends z.infer<typeof verdict> {}
