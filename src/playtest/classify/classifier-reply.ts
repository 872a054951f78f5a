import { z } from "zod";
import { outputType, type Classification, type Segment } from "../../contract/index.ts";
import { plain, quoteOccurs, type Span } from "../text/index.ts";
import { clip } from "./evidence.ts";
import { namedIn } from "./marked.ts";
import { nameBook } from "./name-book.ts";
import { plausibleTarget } from "./plausible-target.ts";

/** What a model answers. Without bounds on numbers and without optional keys: not every vendor takes those. */
export const classifierReply = z.object({
  types: z
    .array(outputType)
    .refine((types) => types.length > 0, "name at least one type")
    .describe("What the output does, the main type first; others only where it really does several things"),
  confidence: z.number().describe("How sure you are of the main type, from 0 to 1"),
  evidence: z
    .string()
    .describe("The words of the output that decided, copied exactly, 4 to 20 of them without a gap"),
  title: z.string().describe('For a pulse, its title, or several with " / " between; otherwise empty'),
  private: z.array(
    z.object({
      sentences: z.array(z.number()).describe("The numbers of the sentences that are private"),
      players: z.array(z.string()).describe("The names of the players who may know them"),
      confidence: z.number().describe("From 0 to 1"),
      evidence: z.string().describe("The words that decided, quoted"),
    }),
  ),
  concluded: z.boolean().describe("Does this output end the story for good?"),
});
export type ClassifierReply = z.infer<typeof classifierReply>;

export type ReadReplyOptions = {
  text: string;
  names: readonly string[];
  spokesperson?: number;
  sentences: readonly Span[];
  source: string;
};

/**
 * A model's answer as a verdict. Numbers that no sentence has are passed over. What is private to a
 * name that nobody bears stays private: to whoever that must be, or to nobody. A pulse that it names counts only with
 * a quote from the text.
 */
export function readReply(
  reply: ClassifierReply,
  { text, names, spokesperson, sentences, source }: ReadReplyOptions,
): Classification {
  const flat = plain(text);
  const book = nameBook(names, spokesperson);
  const secrets = reply.private.flatMap(({ sentences: numbers, players, confidence, evidence }) => {
    const named = [
      ...new Set(players.flatMap((player) => book.inTag(plain(player))).flatMap(({ seats }) => seats)),
    ].sort((a, b) => a - b);
    const near = named.length > 0 ? named : book.nearest(plain(players.join(" ")));
    return runsOf(numbers, sentences).flatMap((run) => {
      const told = namedIn(run.map(({ start, end }) => flat.slice(start, end)).join(""), book);
      const both = near.filter((seat) => told.includes(seat));
      // Where the text names somebody else, neither is told.
      const disputed = near.length > 0 &&
        told.length > 0 &&
        both.length === 0 && { named: told, model: near };
      return run.map((span): Segment => ({
        ...span,
        type: "private-moment",
        audience: disputed ? [] : near.length > 0 ? near : plausibleTarget(flat, book, span),
        confidence: chance(confidence),
        evidence: clip(evidence),
        source,
        ...(disputed && { disputed }),
      }));
    });
  });
  const [type = "clarification", ...others] = [...new Set(reply.types)];
  const isPulse = reply.types.includes("pulse");
  const whole = {
    type,
    ...(others.length > 0 && { alsoTypes: others }),
    confidence: chance(reply.confidence),
    source,
    evidence: clip(reply.evidence),
  };
  const rest: Segment = {
    start: 0,
    end: text.length,
    type: type === "private-moment" ? (others[0] ?? "clarification") : type,
    audience: "all",
    confidence: whole.confidence,
    evidence: whole.evidence,
    source,
  };
  const title = clip(reply.title, 400);
  const isProved = !isPulse || title === "" || quoteOccurs(reply.evidence, text);
  return {
    ...whole,
    segments: [rest, ...secrets],
    ...(title !== "" && { title }),
    ...(!isProved && { unquoted: whole.evidence }),
    concluded: reply.concluded,
  };
}

/** Sentences that stand together are one telling. */
function runsOf(numbers: readonly number[], sentences: readonly Span[]): Span[][] {
  const runs: Span[][] = [];
  for (const number of [...new Set(numbers)].sort((a, b) => a - b)) {
    const span = sentences[number - 1];
    const last = runs.at(-1);
    if (span && last?.at(-1)?.end === span.start) last.push(span);
    else if (span) runs.push([span]);
  }
  return runs;
}

/** Some models answer in percent. */
const chance = (given: number): number =>
  Math.min(1, Math.max(0, given > 1 && given <= 100 ? given / 100 : given));
