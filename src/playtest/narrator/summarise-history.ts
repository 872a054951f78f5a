/** Keeps a long conversation within the narrator's context: the oldest turns become a summary. */
import type { TurnRecord } from "../../contract/index.ts";
import {
  estimateTokens,
  type Gateway,
  type ResolvedModel,
  type PromptMessage,
} from "../../kernel/models/index.ts";
import { cutText, groupAnswer, privateAnswers } from "../agents/index.ts";

export type Summary = NonNullable<TurnRecord["context"]>;

export type SumUpOptions = {
  gateway: Gateway;
  model: ResolvedModel;
  /** The id of the first call. */
  call: string;
  records: readonly TurnRecord[];
  /** The players' names; the index is the seat. */
  names: readonly string[];
  /** The summary so far; absent: that of the records. */
  before?: Summary;
  turn: number;
  signal?: AbortSignal;
  shorten(told: string): string;
  /** Would the conversation fit with this summary in place of its oldest turns? */
  fitsWith(context: Summary): boolean;
};

/** Maximum characters of a summary. */
const LONGEST_SUMMARY = 8_000;
/** The share of the summariser's context that one request may use. */
const READ_AT_ONCE = 0.7;

const INSTRUCTIONS =
  "You sum up an interactive story for its narrator, who will go on from it: places, people, what was decided and what followed, what was promised, what each player was told alone and answered to the narrator alone (marked as private to that player). Facts only, in order.";

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
  shorten,
  fitsWith,
}: SumUpOptions): Promise<Summary> {
  const open = openTurns(records, before);
  const old = open.slice(0, howMany(open, fitsWith));
  let summary = before?.summary ?? "";
  let answered: string | undefined;
  for (const [index, part] of inParts(
    old.map((record) => asText(record, { names, shorten })),
    model,
  ).entries()) {
    const reply = await gateway.text({
      call: `${call}${index === 0 ? "" : `/${index + 1}`}`,
      role: "observer",
      model,
      turn,
      signal,
      instructions: INSTRUCTIONS,
      messages: [{ role: "user", content: [summary, part].filter((text) => text !== "").join("\n\n") }],
    });
    summary = cutText(reply.text, LONGEST_SUMMARY);
    answered = `${model.provider}/${reply.model}`;
  }
  return {
    kind: "summarised",
    upToTurn: old.at(-1)?.turn ?? before?.upToTurn ?? 0,
    summary,
    model: answered,
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

const asText = (record: TurnRecord, { names, shorten }: Pick<SumUpOptions, "names" | "shorten">): string =>
  [
    `Turn ${record.turn}`,
    `Narrator: ${shorten(record.narrator.text)}`,
    `Group: ${groupAnswer(record, names)}`,
    ...privateAnswers(record, names).map(
      ({ name, answer }) => `${name}, to the narrator alone (private): ${answer}`,
    ),
  ].join("\n");

/** A narrator's context may be many times its summariser's: text that does not fit is summarised in parts. */
function inParts(turns: readonly string[], { context = Number.POSITIVE_INFINITY }: ResolvedModel): string[] {
  const room = context * READ_AT_ONCE - estimateTokens("x".repeat(LONGEST_SUMMARY));
  const parts: string[] = [];
  for (const told of turns) {
    const longer = parts.length === 0 ? told : `${parts.at(-1)}\n\n${told}`;
    const cut =
      estimateTokens(told) <= room
        ? told
        : cutText(told, Math.max(0, Math.floor(told.length * (room / estimateTokens(told)))));
    if (parts.length > 0 && estimateTokens(longer) <= room) parts[parts.length - 1] = longer;
    else parts.push(cut);
  }
  return parts;
}

/** The share of its context that a narrator's conversation may use before the oldest turns are summarised. */
const FULL = 0.8;
/** The share of that room that one output may use: no single turn may push out all others. */
const ONE_TURN = 0.25;

type HistoryRoom = {
  fits(messages: readonly PromptMessage[]): boolean;
  /** An output in the narrator's history: whole, unless it alone would use too much of the room. */
  shorten(told: string): string;
};

/** How much of a conversation fits besides the instructions. The record keeps all of it. */
export function historyRoom({ context }: ResolvedModel, instructions: string): HistoryRoom {
  if (context === undefined) return { fits: () => true, shorten: (told) => told };
  const room = context * FULL - estimateTokens(instructions);
  const most = Math.max(0, room * ONE_TURN);
  return {
    fits: (messages) =>
      messages.length < 3 || messages.reduce((sum, { content }) => sum + estimateTokens(content), 0) <= room,
    shorten(told) {
      const tokens = estimateTokens(told);
      return tokens <= most ? told : cutText(told, Math.floor(told.length * (most / tokens)));
    },
  };
}
