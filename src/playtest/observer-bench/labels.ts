import { z } from "zod";
import type { FindingKind } from "../../contract/index.ts";

/** The kinds that are scored, and the corpus label that each answers. */
export const labelOf = {
  contradiction: "contradiction",
  repetition: "loop",
  "forced-return": "forced-segue",
  "ignored-request": "ignored-players",
  leak: "secret-leak",
  "character-break": "character-break",
  confusion: "confusion",
} as const satisfies Partial<Record<FindingKind, string>>;
export type ScoredKind = keyof typeof labelOf;
export const scoredKinds = Object.keys(labelOf) as ScoredKind[];
/** The kind that answers a label; private passages and tangents are called the same. */
export const kindOfLabel = (label: string): string =>
  scoredKinds.find((kind) => labelOf[kind] === label) ?? label;

/** A label without a quote stands for its whole turn. */
const quote = z.string().default("");
const fault = z.enum(labelOf);

const scored = z.discriminatedUnion("type", [
  z.object({ type: fault, quote }),
  z.object({
    type: z.literal("private"),
    quote,
    to: z.union([z.string(), z.array(z.string()).min(1)]).transform((to) => [to].flat()),
  }),
  z.object({
    type: z.literal("tangent"),
    quote,
    initiator: z.string(),
    ends: z.number().int().positive().nullable(),
    how: z.enum(["natural", "forced", "by-players", "never"]),
  }),
  /** A hard negative: it looks like a fault, and is fine. */
  z.object({ type: z.literal("not"), quote, of: z.enum([...fault.options, "private", "tangent"]) }),
]);
export type Label = z.infer<typeof scored>;
export type LabelOf<Type extends Label["type"]> = Extract<Label, { type: Type }>;

const scoredTypes = new Set<string>([...fault.options, "private", "tangent", "not"]);

/** The labels of one line of a corpus. Types that are not scored, such as kinds of outputs, are left out. */
export const labelledLine = z.object({
  session: z.string(),
  turn: z.number(),
  labels: z
    .array(z.looseObject({ type: z.string() }))
    .max(200)
    .transform((labels) => labels.filter(({ type }) => scoredTypes.has(type)))
    .pipe(z.array(scored)),
});
