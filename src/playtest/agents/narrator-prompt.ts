import type { SessionConfig, TurnRecord } from "../../contract/index.ts";
import type { PromptMessage } from "../../kernel/models/index.ts";
import { guideText } from "../story/index.ts";
import { groupAnswer, privateAnswers } from "./answers-to-narrator.ts";
import { guideFormOf } from "./guide-form.ts";
import { guideNotes } from "./guide-notes.ts";
import { narratorDirection } from "./narrator-direction.ts";
import { turnNotes } from "./turn-notes.ts";

/** What never changes in a session: the prompt under test, word for word, and the guide. First, so that it is cached. */
export const narratorInstructions = (config: SessionConfig): string =>
  `${config.systemPrompt}\n\n${guideFormOf(config) === "full" ? guideText(config.storyGuide) : guideNotes(config)}`;

export type NarratorHistory = {
  names: readonly string[];
  config: SessionConfig;
  /** An earlier output as the narrator is reminded of it; whole where absent. */
  shorten?: (told: string) => string;
};

export type NarratorTurn = {
  records: readonly TurnRecord[];
  turn: number;
  /** The ids of the guide's beats that were told, in the order in which they were told. */
  told: readonly string[];
  /** The summary that was made for this very turn; otherwise the last one on record counts. */
  context?: TurnRecord["context"];
};

/** Every vendor wants the conversation to begin with somebody other than the model. */
const OPENING = "(The players are at the table.)";

/**
 * The conversation as the narrator had it: its own outputs, what the group answered, and what single players answered
 * to it alone. Append-only, so that it is cached: every turn adds at the end, and the same record is the same message
 * in every later turn. The notes for the turn come last and are never part of the history.
 */
export function narratorHistory({
  names,
  config,
  shorten = (told) => told,
}: NarratorHistory): (turn: NarratorTurn) => PromptMessage[] {
  const outputs = new WeakMap<TurnRecord, PromptMessage>();
  const answers = new WeakMap<TurnRecord, PromptMessage[]>();
  const opening: PromptMessage = { role: "user", content: OPENING };

  return ({ records, turn, told, context }) => {
    const summarised = context ?? records.findLast(({ context }) => context)?.context;
    const upTo = summarised?.upToTurn ?? 0;
    const shown = records.filter((record) => record.turn > upTo);
    // What the group said to the last turn in the summary is what the first output after it answers.
    const before = records.findLast((record) => record.turn <= upTo);
    const messages: PromptMessage[] = [
      summarised
        ? { role: "user", content: `What happened so far, in short:\n${summarised.summary}` }
        : opening,
      ...(before ? answersTo(before) : []),
    ];
    for (const record of shown) {
      const output = kept(outputs, record, () => ({
        role: "assistant" as const,
        content: shorten(record.narrator.text),
      }));
      messages.push(record === shown.at(-1) ? { ...output, cacheUpTo: true } : output, ...answersTo(record));
    }
    const notes = lastMessage({ records, turn, told });
    return notes === "" ? messages : [...messages, { role: "user", content: notes }];
  };

  function answersTo(record: TurnRecord): PromptMessage[] {
    return kept(answers, record, () => [
      { role: "user" as const, content: groupAnswer(record, names) || "(The group says nothing.)" },
      ...privateAnswers(record, names).map(({ name, answer }) => ({
        role: "user" as const,
        content: `[${name}, to you alone. The others do not hear this.]\n${answer}`,
      })),
    ]);
  }

  function lastMessage(now: Pick<NarratorTurn, "records" | "turn" | "told">): string {
    if (guideFormOf(config) === "notes") return turnNotes({ config, ...now });
    const direction = narratorDirection(now.turn, config);
    return direction === "" ? "" : `[For the narrator. The players do not see this.]\n${direction}`;
  }
}

function kept<Made>(all: WeakMap<TurnRecord, Made>, record: TurnRecord, make: () => Made): Made {
  const found = all.get(record) ?? make();
  all.set(record, found);
  return found;
}
