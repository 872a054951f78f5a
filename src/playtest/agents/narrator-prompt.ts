import type { SessionConfig, Story, TurnRecord } from "../../contract/index.ts";
import type { PromptMessage } from "../../kernel/models/index.ts";
import { guideText } from "../story/index.ts";

/** What never changes in a session: prompt and guide. First, so that it is cached. */
export const narratorInstructions = ({ systemPrompt, storyGuide }: SessionConfig): string =>
  `${systemPrompt}\n\n${guideText(storyGuide)}`;

export type NarratorHistory = {
  names: readonly string[];
  config: SessionConfig;
  /** An earlier output as the narrator is reminded of it; whole where absent. */
  shorten?: (told: string) => string;
};

/** Of which turn, and, where a summary was made for this very turn, that: otherwise the last one on record counts. */
export type NarratorTurn = { records: readonly TurnRecord[]; turn: number; context?: TurnRecord["context"] };

/**
 * The conversation as the narrator had it: its own outputs, the relays, and what players answered to
 * it alone. Append-only: every turn adds at the end, and what was there is worth a breakpoint. It is
 * the same message, too, from turn to turn: nobody reads it twice.
 */
export function narratorHistory({
  names,
  config,
  shorten = (told) => told,
}: NarratorHistory): (turn: NarratorTurn) => PromptMessage[] {
  const heard = new WeakMap<TurnRecord, PromptMessage>();
  const told = new WeakMap<TurnRecord, PromptMessage>();

  return ({ records, turn, context }) => {
    const summarised = context ?? records.findLast(({ context }) => context)?.context;
    const from = summarised ? records.findIndex((record) => record.turn > summarised.upToTurn) : 0;
    const shown = from < 0 ? [] : records.slice(from);
    const opening = summarised ? `What happened so far, in short:\n${summarised.summary}\n\n` : "";
    const messages: PromptMessage[] = [];
    for (const [index, record] of shown.entries()) {
      const user = kept(heard, record, () => ({
        role: "user",
        content: said(records[from + index - 1], record.turn),
      }));
      messages.push(index === 0 && opening !== "" ? { ...user, content: `${opening}${user.content}` } : user);
      const assistant = kept(told, record, () => ({
        role: "assistant",
        content: shorten(record.narrator.text),
      }));
      messages.push(index === shown.length - 1 ? { ...assistant, cacheUpTo: true } : assistant);
    }
    const now = said(records.at(-1), turn);
    messages.push({ role: "user", content: shown.length === 0 ? `${opening}${now}` : now });
    return messages;
  };

  /** What the narrator heard before its output of a turn. */
  function said(before: TurnRecord | undefined, turn: number): string {
    const answers = (before?.players ?? []).flatMap(({ seat, private: moment }) =>
      moment ? [`(${names[seat]}, to you alone: ${moment.answer})`] : [],
    );
    const relay =
      before?.phase === "creation"
        ? before.players.map(({ seat, says }) => `${names[seat]}: ${says}`).join("\n\n")
        : (before?.relay?.text ?? "");
    return [relay, ...answers, narratorDirection(turn, config)].filter((line) => line !== "").join("\n\n");
  }
}

function kept(
  messages: WeakMap<TurnRecord, PromptMessage>,
  record: TurnRecord,
  make: () => PromptMessage,
): PromptMessage {
  const message = messages.get(record) ?? make();
  messages.set(record, message);
  return message;
}

/** The turns of character creation; the story begins after them. */
export const CREATION_TURNS = 2;

/** What the narrator is told to do beside the story: make the characters, then begin. Empty in all later turns. */
export function narratorDirection(turn: number, { storyGuide, group }: SessionConfig): string {
  if (turn === 1)
    return "(Before the story begins: greet the group, and ask how many players there are and what they are called.)";
  if (turn === 2)
    return `(Still before the story: ask each of the players about their character. ${questions(storyGuide)})`;
  if (turn === CREATION_TURNS + 1)
    return `(Now begin the story, with its first pulse, for ${group.players.map(({ name }) => name).join(", ")}.)`;
  return "";
}

const questions = ({ questions }: Story) => questions.join(" ");
