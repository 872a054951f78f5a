/** Builds the narrator's request: the prompt and the guide once, then the conversation. */
import type { SessionConfig, TurnRecord, GuideForm } from "../../contract/index.ts";
import type { PromptMessage } from "../../kernel/models/index.ts";
import { inBrackets } from "../../kernel/verdict-words/index.ts";
import { commitmentText, guideText } from "../story/index.ts";
import { narratorDirection, turnNotes } from "./turn-notes.ts";
import { archetypeOf } from "../archetypes/index.ts";
import { lowerFirst } from "./cut-text.ts";

/** The constant part of a session: the prompt under test, verbatim, and the guide. First, so that it is cached. */
export const narratorInstructions = (config: SessionConfig): string =>
  `${config.systemPrompt}\n\n${guideFormOf(config) === "full" ? guideText(config.storyGuide) : guideNotes(config)}`;

type NarratorHistory = { names: readonly string[]; config: SessionConfig };

type NarratorTurn = {
  records: readonly TurnRecord[];
  turn: number;
  /** The ids of the told beats, in the order of telling. */
  told: readonly string[];
  /** The summary made for this turn; otherwise the last one on record counts. */
  context?: TurnRecord["context"];
};

/** Vendors require a conversation to start with a message that is not the model's. */
const OPENING = "(The players are at the table.)";

/**
 * The conversation from the narrator's side: its own outputs, the group's answers, and players' private answers.
 * Append-only, so that it is cached: every turn adds at the end. The notes for the turn come last and are never part of
 * the history.
 */
export function narratorHistory({ names, config }: NarratorHistory): (turn: NarratorTurn) => PromptMessage[] {
  return ({ records, turn, told, context }) => {
    const summarised = context ?? records.findLast(({ context }) => context)?.context;
    const upTo = summarised?.upToTurn ?? 0;
    const shown = records.filter((record) => record.turn > upTo);
    // The first output after the summary answers the group's reply to the last summarised turn.
    const before = records.findLast((record) => record.turn <= upTo);
    const messages: PromptMessage[] = [
      {
        role: "user",
        content: summarised ? `What happened so far, in short:\n${summarised.summary}` : OPENING,
      },
      ...(before ? answersTo(before) : []),
    ];
    for (const record of shown)
      messages.push(
        {
          role: "assistant",
          content: record.narrator.text,
          cacheUpTo: record === shown.at(-1),
        },
        ...answersTo(record),
      );
    const notes = lastMessage({ records, turn, told });
    return notes === "" ? messages : [...messages, { role: "user", content: notes }];
  };

  function answersTo(record: TurnRecord): PromptMessage[] {
    return [
      { role: "user", content: groupAnswer(record, names) || "(The group says nothing.)" },
      ...privateAnswers(record, names).map(({ name, answer }) => ({
        role: "user" as const,
        content:
          `[${name}, to you alone. The others do not hear this. It needs no further aside: ` +
          `let it show in the story where it matters.]\n${answer}`,
      })),
    ];
  }

  function lastMessage(now: Pick<NarratorTurn, "records" | "turn" | "told">): string {
    if (guideFormOf(config) === "notes") return turnNotes({ config, ...now });
    const direction = narratorDirection(now.turn, config);
    return direction === "" ? "" : `[For the narrator. The players do not see this.]\n${direction}`;
  }
}

/**
 * The guide as notes that stay the same all session: the world, its people, the titles of the beats, and the players.
 * Facts only, no prose, because models recite finished prose. Each turn brings what it needs of its beats.
 */
function guideNotes({ storyGuide, group }: Pick<SessionConfig, "storyGuide" | "group">): string {
  const { title, genre, text, premise, setting, tone, pulses, npcs, locations, devices, commitments } =
    storyGuide;
  return [
    `# Story guide: ${title}${inBrackets(genre)}`,
    "These are notes for you, the narrator; the players do not see them. " +
      "They are facts, not text to read out: tell everything in your own words. " +
      "They are what may happen, not a script: where the players do, refuse or ask for something else, " +
      "follow them and let later beats bend. Use what the players say about themselves. " +
      "The last message of each turn has the notes for that turn.",
    "What the spokesperson reports of jokes and talk at the table is said by the players, " +
      "not by their characters: nobody in the story hears it. Answer it with a few words in brackets, " +
      "or let it be. If the players catch a mistake of yours, say in half a sentence which version " +
      "holds, and go on.",
    // A guide written as text is left unchanged: code cannot tell which of its words are notes.
    text ?? "",
    noted("Premise", premise),
    noted("Place", setting?.place),
    noted("Time", setting?.time),
    ...section("What holds here", setting?.rules ?? []),
    ...section(
      "Commitments (keep every one)",
      commitments.map((commitment) => commitmentText(commitment, storyGuide)),
    ),
    noted("Tone", tone?.words.join(", ")),
    noted("Avoid", tone?.avoid.join("; ")),
    ...section(
      "People",
      npcs.map(({ name, role, motive, manner, secret }) =>
        joined(
          role === undefined ? name : `${name}: ${role}`,
          noted("wants", motive),
          noted("manner", manner),
          noted("secret", secret),
        ),
      ),
    ),
    ...section(
      "Places, and what can be found there",
      locations.map(({ name, description = "", details }) =>
        joined(name, ...(details.length > 0 ? details : [description])),
      ),
    ),
    ...section(
      "Things",
      devices.map(({ name, description = "", use = description }) => joined(name, use)),
    ),
    ...(pulses.length === 0 ? [] : ["## Beats of the story, in order"]),
    ...pulses.map(({ title }, index) => `${index + 1}. ${title}`),
    ...section("Players, and how they like to play", playerLines(group)),
  ]
    .filter((line) => line !== "")
    .join("\n");
}

/** A guide says "a joker"; the narrator must know which player that is. */
const playerLines = ({ players }: SessionConfig["group"]): string[] =>
  players.map(({ name, archetype, characterForStory }) =>
    joined(
      `${name}, the ${archetype}: ${lowerFirst(archetypeOf(archetype).style)}`,
      noted("character", characterForStory),
    ),
  );

const section = (title: string, lines: readonly string[]): string[] =>
  lines.length === 0 ? [] : [`## ${title}`, ...lines.map((line) => `- ${line}`)];
const noted = (what: string, text = ""): string => (text === "" ? "" : `${what}: ${text}`);
const joined = (...parts: readonly string[]): string => parts.filter((part) => part !== "").join(" | ");
/** What the group told the narrator at the end of a turn: the relay, or in character creation one line per player. */
export function groupAnswer(
  { phase, players, relay }: Pick<TurnRecord, "phase" | "players" | "relay">,
  names: readonly string[],
): string {
  if (relay) return relay.text;
  if (phase !== "creation") return "";
  return players.map(({ seat, says }) => `${names[seat]}: ${says}`).join("\n");
}

export const privateAnswers = (
  { players }: Pick<TurnRecord, "players">,
  names: readonly string[],
): Array<{ name: string; answer: string }> =>
  players.flatMap(({ seat, private: moment }) =>
    moment && moment.answer !== "" ? [{ name: names[seat]!, answer: moment.answer }] : [],
  );

/** The guide mode. */
export const guideFormOf = ({ guideForm = "full" }: Pick<SessionConfig, "guideForm">): GuideForm => guideForm;
