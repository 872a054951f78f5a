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
  /** The summary so far; that of the records where absent. */
  before?: Summary;
  turn: number;
  signal?: AbortSignal;
  shorten(told: string): string;
  /** Would the conversation fit with this summary in place of its oldest turns? */
  fitsWith(context: Summary): boolean;
};

/** Characters of a summary: more would be no summary. */
const LONGEST_SUMMARY = 8_000;
/** The share of the summariser's context that it is asked to read at once. */
const READ_AT_ONCE = 0.7;

const INSTRUCTIONS =
  "You sum up an interactive story for its narrator, who will go on from it: places, people, what was decided and what followed, what was promised, what each player was told alone and answered to the narrator alone (marked as private to that player). Facts only, in order.";

/**
 * The older half of what is still told word for word, or more where that is not enough, becomes a
 * summary: an event of the session, not a provider's error at turn 80.
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

/** The turns that are still told word for word. */
export const openTurns = (records: readonly TurnRecord[], before: Summary | undefined): TurnRecord[] =>
  records.filter((record) => record.turn > (before?.upToTurn ?? 0));

/** Half of them, or as many more as it takes. The latest stays word for word, since it is what the group answered to. */
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

/** A narrator's context may be many times its summariser's: what does not fit at once is summed up part by part. */
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

/** The share of its context that a narrator's conversation may take before the oldest turns are summed up. */
const FULL = 0.8;
/** The share of that room that one output may take: no single turn may push out all others. */
const ONE_TURN = 0.25;

type HistoryRoom = {
  fits(messages: readonly PromptMessage[]): boolean;
  /** An output as the narrator is reminded of it: whole, unless it alone would take too much of the room. */
  shorten(told: string): string;
};

/** How much of a conversation a narrator can be sent beside its instructions. The record keeps all of it. */
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
