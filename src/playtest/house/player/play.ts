/** A player of the house cast: hears what is public, speaks as its archetype does, and keeps what it was told. */
import type { CrossTalkReply, PlayerReply } from "../../agents/index.ts";
import type { HouseRequest } from "../../../kernel/models/index.ts";
import type { CrossTalkStage, PlayerStage } from "../stage.ts";
import { chooseLine } from "../words/index.ts";
import type { Throws } from "../throws.ts";
import { confide } from "./confide.ts";
import { hear } from "./hear.ts";
import { introduce } from "./introduce.ts";
import { speak } from "./speak.ts";

/** What was offered this many narrations ago is still remembered. */
const REMEMBERED = 4;

export function play(stage: PlayerStage, throws: Throws, messages: HouseRequest["messages"]): PlayerReply {
  const { says, wants } =
    stage.phase === "creation"
      ? introduce(stage, throws)
      : speak({ stage, heard: hear(stage, throws, narrations(messages)), throws, said: ownWords(messages) });
  // Before the story there is nothing to stray from.
  const offTopic = stage.phase === "creation" ? "none" : (stage.draw.tangent ?? "none");
  return { says, wants, offTopic, ...confide(stage, throws), remember: null };
}

/** A short answer to one of the others. */
export function crossTalk({ names, said }: CrossTalkStage, throws: Throws): CrossTalkReply {
  const { seat } = throws.now("answers").pick(said);
  const line = chooseLine(reactions, {
    order: throws.always("player", seat, "reacts"),
    round: throws.turn,
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

/** The last narrations, newest first, as the prompt has them: without what was told to this player alone. */
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
