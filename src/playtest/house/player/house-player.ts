/** A player of the offline cast: hears what is public, speaks like its archetype, and keeps secrets. */
import type { CrossTalkReply, PlayerReply } from "../../agents/index.ts";
import type { HouseRequest } from "../../../kernel/models/index.ts";
import type { CrossTalkStage, PlayerStage, ActorDice } from "../stage.ts";
import { chooseLine } from "../words/choose-line.ts";
import { hear } from "./hear.ts";
import { introduce } from "./introduce.ts";
import { speak } from "./speak.ts";
import { archetypeOf } from "../../archetypes/index.ts";
import { things } from "../words/nouns.ts";
import { retell } from "./retell.ts";

/** Options are remembered for this many narrations. */
const REMEMBERED = 4;

export function play(stage: PlayerStage, dice: ActorDice, messages: HouseRequest["messages"]): PlayerReply {
  const { says, wants } =
    stage.phase === "creation"
      ? introduce(stage, dice)
      : speak({ stage, heard: hear(stage, dice, narrations(messages)), dice, said: ownWords(messages) });
  // Before the story there is nothing to stray from.
  const offTopic = stage.phase === "creation" ? "none" : (stage.draw.tangent ?? "none");
  return { says, wants, offTopic, ...confide(stage, dice), remember: null };
}

/** A short answer to one of the others. */
export function crossTalk({ names, said }: CrossTalkStage, dice: ActorDice): CrossTalkReply {
  const { seat } = dice.now("answers").pick(said);
  const line = chooseLine(reactions, {
    order: dice.always("player", seat, "reacts"),
    round: dice.turn,
    slots: { name: names[seat] },
  })!;
  return { says: line, offTopic: "none" };
}

const reactions = [
  "I'm with {name} there.",
  "Fair point, {name}.",
  "{name}, you said that as if you had done it before.",
  "Let's hear {name} out.",
  "If {name} goes, I go.",
  "You first, {name}.",
  "{name} has a point, and I don't like it.",
  "All right, {name}, but quietly.",
];

const ownWords = (messages: HouseRequest["messages"]): string =>
  messages.flatMap(({ role, text }) => (role === "assistant" ? [text] : [])).join("\n");

/** The last narrations, newest first, as in the prompt: without private tellings. */
const narrations = (messages: HouseRequest["messages"]): string[] =>
  messages
    .filter(({ role }) => role === "user")
    .slice(-REMEMBERED)
    .flatMap(
      ({ text }) =>
        /(?:^|\n\n)Narrator: ([\s\S]*?)(?=\n\nNarrator, to you alone: |\n\nThis turn: |$)/.exec(text)?.[1] ??
        [],
    )
    .toReversed();

/** The answer to a private moment in the archetype's manner, and what the others hear of it. */
function confide(
  { archetype, seat, name, told, tells, narration, names }: PlayerStage,
  dice: ActorDice,
): { private: string | null; tells: string | null } {
  const { answers, tellings } = archetypeOf(archetype).house;
  const choosing = {
    order: dice.always("player", seat, "private"),
    round: dice.turn,
    slots: { what: distinctive(told, narration, names) },
  };
  return {
    private: told === "" ? null : chooseLine(answers, choosing)!,
    tells: tells === "" ? null : `${chooseLine(tellings, choosing)!} ${retell(tells, name)}`,
  };
}

/** Their name for it: a name, a number or a thing that was not mentioned in public. */
function distinctive(told: string, narration: string, names: readonly string[]): string {
  const secret = told.replaceAll(/\[[^\]]*\]+/g, "");
  const known = narration.toLowerCase();
  const isNew = (word: string) =>
    !known.includes(word.replace(/^the (?:number )?/, "").toLowerCase()) && !names.includes(word);
  const proper = [
    ...secret.matchAll(/(?<=[^.!?"'(]\s)\p{Lu}\p{Ll}{2,}(?:\s\p{Lu}\p{Ll}+)?|\b\d[\d,.]*\d\b/gu),
  ].map(([word]) => (/^\d/.test(word) ? `the number ${word}` : word));
  const common = things(secret).map((thing) => `the ${thing}`);
  return [...proper, ...common].find(isNew) ?? "all that";
}
