/** Keeps a long conversation within the narrator's context: the oldest turns become a summary. */
import type { TurnRecord } from "../../contract/index.ts";
import { estimateTokens, type Gateway, type ResolvedModel } from "../../kernel/models/index.ts";
import { cutText, groupAnswer, privateAnswers } from "../agents/index.ts";

export type Summary = NonNullable<TurnRecord["context"]>;

export type SumUpOptions = {
  gateway: Gateway;
  model: ResolvedModel;
  call: string;
  records: readonly TurnRecord[];
  /** The players' names; the index is the seat. */
  names: readonly string[];
  /** The summary so far; absent: that of the records. */
  before?: Summary;
  turn: number;
  signal?: AbortSignal;
  /** Would the conversation fit with this summary in place of its oldest turns? */
  fitsWith(context: Summary): boolean;
};

/** Maximum characters of a summary. */
const LONGEST_SUMMARY = 8_000;

const INSTRUCTIONS =
  "You sum up an interactive story for its narrator, who will go on from it: " +
  "places, people, what was decided and what followed, what was promised, " +
  "what each player was told alone and answered to the narrator alone (marked as private to that " +
  "player). Facts only, in order.";

/**
 * The older half of the verbatim turns, or more if needed, becomes a summary: an event of the session, not a provider's
 * error at turn 80.
 */
export async function sumUp({
  gateway,
  model,
  call,
  records,
  names,
  before = lastSummary(records),
  turn,
  signal,
  fitsWith,
}: SumUpOptions): Promise<Summary> {
  const open = openTurns(records, before);
  const old = open.slice(0, howMany(open, fitsWith));
  const turns = old.map((record) => asText(record, names));
  const reply = await gateway.text({
    call,
    role: "observer",
    model,
    turn,
    signal,
    instructions: INSTRUCTIONS,
    messages: [
      { role: "user", content: [before?.summary ?? "", ...turns].filter((text) => text !== "").join("\n\n") },
    ],
  });
  return {
    kind: "summarised",
    upToTurn: old.at(-1)?.turn ?? before?.upToTurn ?? 0,
    summary: cutText(reply.text, LONGEST_SUMMARY),
    model: `${model.provider}/${reply.model}`,
  };
}

export const lastSummary = (records: readonly TurnRecord[]): Summary | undefined =>
  records.findLast(({ context }) => context)?.context;

/** The turns that are still verbatim. */
export const openTurns = (records: readonly TurnRecord[], before: Summary | undefined): TurnRecord[] =>
  records.filter((record) => record.turn > (before?.upToTurn ?? 0));

/** Half of them, or as many more as needed. The latest stays verbatim, since the group answered it. */
function howMany(open: readonly TurnRecord[], fitsWith: SumUpOptions["fitsWith"]): number {
  const longest = "x".repeat(LONGEST_SUMMARY);
  let count = Math.max(1, Math.floor(open.length / 2));
  while (
    count < open.length - 1 &&
    !fitsWith({ kind: "summarised", upToTurn: open[count - 1]!.turn, summary: longest })
  )
    count++;
  return count;
}

const asText = (record: TurnRecord, names: readonly string[]): string =>
  [
    `Turn ${record.turn}`,
    `Narrator: ${record.narrator.text}`,
    `Group: ${groupAnswer(record, names)}`,
    ...privateAnswers(record, names).map(
      ({ name, answer }) => `${name}, to the narrator alone (private): ${answer}`,
    ),
  ].join("\n");

/** The share of its context that a narrator's conversation may use before the oldest turns are summarised. */
const FULL = 0.8;

/** The tokens of a conversation that fit besides the instructions. */
export const historyRoom = ({ context = Infinity }: ResolvedModel, instructions: string): number =>
  context * FULL - estimateTokens(instructions);
