/** The calls of a session, counted without playing it: real prompts, and turns of measured sizes. */
import type { PlayerAgent, Role, SessionConfig } from "../../contract/index.ts";
import { jsonSchemaOf, type Catalog } from "../../kernel/models/index.ts";
import * as agents from "../agents/index.ts";
import { archetypeOf } from "../archetypes/index.ts";
import { classifierInstructions, classifierReply } from "../classify/index.ts";
import { metricsOf, rubricOf } from "../judge/index.ts";
import { readerAnswer, readerInstructions, readerTableOf, tableText } from "../reader/index.ts";
import { BATCH, HOUSE, NONE } from "../readings/index.ts";
import { guideFacts, guideText } from "../story/index.ts";

export type Range = { low: number; high: number };
export type End = keyof Range;

/**
 * Tokens of four bytes: the lowest and the highest mean of a session in recordings/, as `node benches/estimate.ts`
 * prints them. An answer includes reactions and the character; `said` and `private` are parts of it. A relay counts for
 * each player besides the spokesperson, a reading with its second look for each turn and player. `judged` counts for each
 * metric and once for the facts.
 */
const sizes = {
  narration: { low: 308, high: 638 },
  answer: { low: 77, high: 109 },
  said: { low: 26, high: 36 },
  private: { low: 2, high: 9 },
  relay: { low: 44, high: 98 },
  classification: { low: 75, high: 90 },
  reading: { low: 44, high: 75 },
  judged: { low: 142, high: 162 },
};
/** Reactions of a player in each turn besides those of the dice. */
const REACTIONS = 0.1;
/** Second looks for each batch, and their share of the output. */
const SECOND_LOOKS = { low: 1 / 3, high: 1 };
const LOOKING = 0.1;
/** Tokens around the texts of a turn (orders, names, fences), and of the judge's task. */
const AROUND = { turn: 30, judge: 900 };
/**
 * What prompts hold: earlier turns (players see one to two windows); the mean share of its context, for a narrator that
 * summarises its older half at 0.8; characters of a pulse's summary.
 */
const SHOWN = { player: 8, relay: 4, classifier: 3, narrator: 0.6, pulse: 400 };

/** The calls of a role, or of one player, to one model, and the sums of their tokens. */
export type RoleCalls = { role: Role; model: string; calls: number; input: number; output: number };
type Stretch = { turns: readonly number[]; end: End };

const tokens = (text: string): number => Buffer.byteLength(text) / 4;
const schemaSize = (schema: Parameters<typeof jsonSchemaOf>[0]): number => tokens(jsonSchemaOf(schema).text);
export const sum = <Item>(items: readonly Item[], of: (item: Item) => number): number =>
  items.reduce((total, item) => total + of(item), 0);
const reactionsOf = ({ archetype }: PlayerAgent): number => archetypeOf(archetype).crossTalk + REACTIONS;

/** What is said in a typical turn of this group. */
function turnOf({ group: { players } }: SessionConfig, end: End) {
  const narration = sizes.narration[end];
  const talk = (players.length + sum(players, reactionsOf)) * sizes.said[end];
  const relay = (players.length - 1) * sizes.relay[end];
  const alone = players.length * sizes.private[end];
  return { narration, talk, relay, alone, all: narration + talk + relay + alone + AROUND.turn };
}

/** The same rows, in the same order, for any number of turns. If the story concludes, nobody answers its last turn. */
export function sessionCalls(
  config: SessionConfig,
  catalog: Catalog,
  { turns, end, concludes }: Stretch & { concludes: boolean },
): RoleCalls[] {
  const { storyGuide, group, narratorModel, classifierModel, judgeModel } = config;
  const names = group.players.map(({ name }) => name);
  const { narration, talk, relay, alone, all } = turnOf(config, end);
  const calls = turns.length;
  const answered = concludes ? turns.slice(0, -1) : turns;
  const relays = answered.filter((turn) => turn > agents.CREATION_TURNS).length;
  return [
    narratorCalls(),
    ...group.players.map(playerCalls),
    relayCalls(),
    ...(classifierModel === NONE ? [] : [classifierCalls()]),
    ...readerCalls(config, { turns, end }),
    ...(judgeModel === undefined ? [] : [judgeCalls(judgeModel)]),
  ];

  function narratorCalls(): RoleCalls {
    const instructions = tokens(agents.narratorInstructions(config));
    const early = { records: [], told: [], turn: agents.CREATION_TURNS + 2 };
    const notes = sum(agents.narratorHistory({ names, config })(early), ({ content }) => tokens(content));
    const room = (catalog.resolve(narratorModel).context ?? Infinity) * SHOWN.narrator - instructions;
    const conversation = (turn: number) => Math.min(room, (turn - 1) * (narration + relay + alone));
    const input = sum(turns, (turn) => instructions + notes + conversation(turn));
    return { role: "narrator", model: narratorModel, calls, input, output: calls * narration };
  }

  function playerCalls(player: PlayerAgent): RoleCalls {
    const constant = tokens(player.systemPrompt) + schemaSize(agents.playerReply) + narration + AROUND.turn;
    const heard = narration + talk * (1 - 1 / names.length) + relay + sizes.answer[end];
    const seen = (turn: number) => Math.min(turn - 1, SHOWN.player + ((turn - 1) % SHOWN.player));
    // To write a character counts as another first turn, and a reaction sends about the same again.
    const asked = config.charactersPending ? [1, ...answered] : answered;
    const reactions = (relays * reactionsOf(player)) / Math.max(1, answered.length);
    const calls = asked.length * (1 + reactions);
    const input = (1 + reactions) * sum(asked, (turn) => constant + seen(turn) * heard);
    return { role: "player", model: player.model, calls, input, output: answered.length * sizes.answer[end] };
  }

  function relayCalls(): RoleCalls {
    const spokesperson = group.players[group.spokesperson]!;
    const nothing = { narration: "", talk: [], wishes: [], before: [] };
    const { instructions } = agents.relayPrompt({ spokesperson, names, noise: "faithful", ...nothing });
    // What was said, and what everybody wants.
    const input = tokens(instructions) + SHOWN.relay * relay + narration + 2 * talk + AROUND.turn;
    const { model } = spokesperson;
    return { role: "spokesperson", model, calls: relays, input: relays * input, output: relays * relay };
  }

  function classifierCalls(): RoleCalls {
    const pulses = storyGuide.pulses.map(({ title, summary }) => title + summary.slice(0, SHOWN.pulse));
    const schema = classifierReply({ text: "", names, secrets: [] }, 1);
    const constant = tokens([classifierInstructions, ...pulses].join("\n")) + schemaSize(schema);
    // Character creation is not classified. What a player was told alone is sent again while it is secret.
    const story = turns.filter((turn) => turn > agents.CREATION_TURNS);
    const earlier = (turn: number) => Math.min(SHOWN.classifier, turn - 1) * (narration + alone);
    const input = sum(story, (turn) => constant + earlier(turn) + narration + relay + AROUND.turn);
    const output = story.length * sizes.classification[end];
    return { role: "classifier", model: classifierModel, calls: story.length, input, output };
  }

  function judgeCalls(model: string): RoleCalls {
    const rubric = rubricOf(config);
    const instructions = tokens(JSON.stringify(rubric.metrics) + guideText(storyGuide)) + AROUND.judge;
    const transcript = turns.at(-1)! * all;
    const output = (metricsOf(rubric).length + 1) * sizes.judged[end];
    return { role: "judge", model, calls: 1, input: instructions + transcript, output };
  }
}

/** The calls that read these turns, in batches, and their second looks. */
function readerCalls(config: SessionConfig, { turns, end }: Stretch): RoleCalls[] {
  const { observerModel, secondLookModel = observerModel, stopOn, findings, group, storyGuide } = config;
  if (turns.length === 0 || observerModel === NONE || observerModel === HOUSE) return [];
  const batches = [...Map.groupBy(turns, (turn) => Math.ceil(turn / (stopOn ? 1 : BATCH))).values()];
  const constant =
    tokens(readerInstructions(findings) + tableText(readerTableOf(config)) + guideFacts(storyGuide)) +
    schemaSize(readerAnswer(findings));
  const input = sum(batches, (batch) => constant + batch.at(-1)! * turnOf(config, end).all);
  const reading = turns.length * group.players.length * sizes.reading[end];
  const looks = SECOND_LOOKS[end];
  const row = (model: string, times: number, output: number) =>
    ({ role: "observer", model, calls: times * batches.length, input: times * input, output }) as const;
  if (secondLookModel === observerModel) return [row(observerModel, 1 + looks, reading)];
  return [row(observerModel, 1, reading * (1 - LOOKING)), row(secondLookModel, looks, reading * LOOKING)];
}
