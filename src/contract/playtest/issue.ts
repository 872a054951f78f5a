import { z } from "zod";
import { ownItems, seen, seenBy } from "../shared/seen.ts";
import { derivedKinds, isBuiltIn, type BuiltInKind } from "./finding-words.ts";

/** The name of a kind: built in, or the user's own from the settings. */
export const kindName = z
  .string()
  .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, "use lower-case words joined by hyphens")
  .max(40);
export type IssueType = BuiltInKind | (string & {});

const sentence = z.string({ error: "expected a sentence" }).min(1).max(600);

/** Kinds of the user's own. A reader looks for them as for the others; its accuracy is not known. */
export const ownKinds = z
  .record(
    z.string(),
    z.strictObject({
      is: sentence.meta({ description: "Required: what counts." }),
      not: sentence.meta({ description: "Required: what only resembles it." }),
      points: z.number().nonnegative().default(5).meta({ description: "Cost of an episode." }),
    }),
  )
  .superRefine((kinds, { addIssue }) => {
    for (const kind of Object.keys(kinds)) {
      const problem = isBuiltIn(kind) ? "a built-in kind has this name" : nameProblem(kind);
      if (problem !== undefined) addIssue({ code: "custom", path: [kind], message: problem });
    }
  });

/** Labels of transcripts and the table of points use these names for something else. */
const TAKEN: ReadonlySet<string> = new Set([
  ..."not private tangent pulse recap clarification end secret-leak ignored-players".split(" "),
  ...derivedKinds,
  "further-turn",
]);

const nameProblem = (kind: string): string | undefined =>
  TAKEN.has(kind) ? "this name has another meaning" : kindName.safeParse(kind).error?.issues[0]?.message;

/** The quoted words that support a finding. Turn 0 is the story guide. */
export const quote = seen({
  own: {
    turn: z.number().int().nonnegative(),
    text: z.string(),
    /** The seats that heard the paragraph or the words it is from; null: everybody. Absent: not known, or the guide. */
    to: z.array(z.number().int().nonnegative()).nullable().optional(),
  },
});
export type Quote = z.infer<typeof quote>;

/** A single finding, as a reader or code reported it. */
export const issue = z.object({
  turn: z.number().int().nonnegative(),
  kind: kindName,
  description: z.string(),
  severity: z.enum(["warning", "error"]),
  evidence: z.array(ownItems(quote)).min(1),
  confidence: z.number().min(0).max(1),
  /** The detector that found it, and the model that confirmed it, if any. */
  source: z.string(),
});
export type Issue = z.infer<typeof issue>;

/** One problem from its first turn to its last: what results list and what costs points. */
export const episode = seenBy(
  issue.extend({
    /** Its first turn and its kind: `t23-forced-segue`; a second one in the same turn ends with `-2`. */
    id: z.string(),
    lastTurn: z.number().int().nonnegative(),
    pointsLost: z.number().nonnegative(),
  }),
  { all: ["id", "turn", "lastTurn", "kind", "severity", "evidence", "confidence", "source", "pointsLost"] },
);
export interface Episode extends z.infer<typeof episode> {}
