import type { SessionConfig, Story, TurnRecord } from "../../contract/index.ts";
import type { PromptMessage } from "../../kernel/models/index.ts";
import { guideText } from "../story/index.ts";

/** What never changes in a session: prompt and guide. First, so that it is cached. */
export const narratorInstructions = ({ systemPrompt, storyGuide }: SessionConfig): string => `${systemPrompt}\n\n${guideText(storyGuide)}`;

export type NarratorHistory = {
  records: readonly TurnRecord[];
  names: readonly string[];
  config: SessionConfig;
  turn: number;
  /** A summary made for this very turn; otherwise the last one on record counts. */
  context?: TurnRecord["context"];
  /** An earlier output as the narrator is reminded of it; whole where absent. */
  shorten?: (told: string) => string;
};

/**
 * The conversation as the narrator had it: its own outputs, the relays, and what players answered to
 * it alone. Append-only: every turn adds at the end, and what was there is worth a breakpoint.
 */
export function narratorMessages({ records, names, config, turn, context, shorten = (told) => told }: NarratorHistory): PromptMessage[] {
  const summarised = context ?? records.findLast(({ context }) => context)?.context;
  const shown = summarised ? records.filter((record) => record.turn > summarised.upToTurn) : records;
  const messages: PromptMessage[] = [];
  const opening = summarised ? `What happened so far, in short:\n${summarised.summary}` : "";
  for (const [index, record] of shown.entries()) {
    messages.push({ role: "user", content: index === 0 && opening !== "" ? `${opening}\n\n${said(records, record.turn, names, config)}` : said(records, record.turn, names, config) });
    messages.push({ role: "assistant", content: shorten(record.narrator.text), cacheUpTo: index === shown.length - 1 });
  }
  const now = said(records, turn, names, config);
  messages.push({ role: "user", content: shown.length === 0 && opening !== "" ? `${opening}\n\n${now}` : now });
  return messages;
}

/** What the narrator heard before its output of a turn. */
function said(records: readonly TurnRecord[], turn: number, names: readonly string[], config: SessionConfig): string {
  const before = records.find((record) => record.turn === turn - 1);
  const answers = (before?.players ?? []).flatMap(({ seat, private: moment }) => (moment ? [`(${names[seat]}, to you alone: ${moment.answer})`] : []));
  return [before?.relay?.text ?? "", ...answers, narratorDirection(turn, config)].filter((line) => line !== "").join("\n\n");
}

/** The turns of character creation; the story begins after them. */
export const CREATION_TURNS = 2;

/** What the narrator is told to do beside the story: make the characters, then begin. Empty in all later turns. */
export function narratorDirection(turn: number, { storyGuide, group }: SessionConfig): string {
  if (turn === 1) return "(Before the story begins: greet the group, and ask how many players there are and what they are called.)";
  if (turn === 2) return `(Still before the story: ask each of the players about their character. ${questions(storyGuide)})`;
  if (turn === CREATION_TURNS + 1) return `(Now begin the story, with its first pulse, for ${group.players.map(({ name }) => name).join(", ")}.)`;
  return "";
}

const questions = ({ questions }: Story) => questions.join(" ");
