/** What a player says at the table. */
import type { PlayerStage, ActorDice } from "../stage.ts";
import { archetypeOf } from "../../archetypes/index.ts";
import { chooseFrom, chooseLine, fill, type Slots } from "../words/choose-line.ts";
import type { Heard } from "./hear.ts";

export type Spoken = { says: string; wants: string };
type SpeakOptions = {
  stage: PlayerStage;
  heard: Heard;
  dice: ActorDice;
  /** What this player said before, as far as they remember. */ said: string;
};

const wishes: readonly string[] = [
  "Let's {option}.",
  "I want us to {option}.",
  "We should {option}.",
  "I'd {option}.",
  "My vote is to {option}.",
];
const wishesWithoutWays: readonly string[] = [
  "Look closer at the {thing}.",
  "Ask what we can do about the {thing}.",
  "Find out more about the {thing}.",
  "Ask what lies open to us.",
];

/** How often a mood is put into words. */
const MOOD_SHOWN = 0.2;

/** A turn at the table: off the story, with the quirk, or simply playing along, as the dice say. */
export function speak(options: SpeakOptions): Spoken {
  const { quirk, tangent } = options.stage.draw;
  const { tangents } = archetypeOf(options.stage.archetype).house;
  if (tangent && tangents.length > 0) return stray(options, tangent);
  return quirk ? showQuirk(options) : playAlong(options);
}

function playAlong(options: SpeakOptions): Spoken {
  const { stage, heard, dice } = options;
  const { reactions, stances } = everyday(stage.archetype);
  const { terse } = archetypeOf(stage.archetype).house;
  const thrown = dice.now("speak");
  const mood = thrown.chance(MOOD_SHOWN) ? thrown.pick(moodLines[stage.draw.mood] ?? [""]) : "";
  const how = thrown.weighted(
    ["both", "reaction", "stance"] as const,
    (kind) => ({ both: terse ? 1 : 6, reaction: 2, stance: 2 })[kind],
  );
  const reaction =
    how === "stance" && heard.slots.option !== undefined ? undefined : say(reactions, "reaction", options);
  const stance = how === "reaction" ? undefined : say(stances, "stance", options);
  return { says: joined(mood, reaction, stance), wants: wish(options) };
}

/** The quirk is the whole line; if it asks for nothing, a wish is added. */
function showQuirk(options: SpeakOptions): Spoken {
  const { stage, heard } = options;
  const { quirks, stances } = { ...archetypeOf(stage.archetype).house, ...everyday(stage.archetype) };
  const chosen = chooseFrom(quirks, ({ says }) => says, choosing("quirk", options));
  if (!chosen) return playAlong(options);
  const {
    text: line,
    item: { wants },
  } = chosen;
  if (wants !== undefined) return { says: line, wants: fill(wants, heard.slots) ?? wish(options) };
  return { says: joined(line, say(stances, "stance", options)), wants: wish(options) };
}

/** A light tangent leaves room for the story; a longer one does not. */
function stray(options: SpeakOptions, how: "light" | "medium" | "heavy"): Spoken {
  const { stage, heard } = options;
  const { tangents, stances } = { ...archetypeOf(stage.archetype).house, ...everyday(stage.archetype) };
  const { item } = chooseFrom(
    tangents,
    ({ says, aside }) => says.replaceAll("{aside}", aside),
    choosing("tangent", options),
  )!;
  const slots: Slots = { ...heard.slots, aside: fill(item.aside, heard.slots) };
  const line = fill(item.says, slots)!;
  if (how === "light" && heard.slots.option !== undefined) {
    const wants = item.recap
      ? 'We should {option}, after a short recap, because of "{aside}".'
      : 'We should {option}, with a nod to "{aside}".';
    return { says: joined(line, say(stances, "stance", options)), wants: fill(wants, slots)! };
  }
  const wants =
    how === "heavy"
      ? 'Forget the rest and talk about "{aside}".'
      : item.recap
        ? 'Get a short recap, because of "{aside}".'
        : 'Talk about "{aside}" for a bit.';
  return { says: line, wants: fill(wants, slots)! };
}

/** Their own lines and generic ones. Quiet players keep to their own. */
function everyday(archetype: PlayerStage["archetype"]): {
  reactions: readonly string[];
  stances: readonly string[];
} {
  const { reactions, stances, terse } = archetypeOf(archetype).house;
  return terse
    ? { reactions, stances }
    : { reactions: [...reactions, ...commonReactions], stances: [...stances, ...commonStances] };
}

const wish = (options: SpeakOptions): string =>
  say(options.heard.ways.length > 0 ? wishes : wishesWithoutWays, "wish", options) ?? "Go on.";

const say = (pool: readonly string[], purpose: string, options: SpeakOptions) =>
  chooseLine(pool, choosing(purpose, options));

const choosing = (purpose: string, { stage: { seat }, heard, dice, said }: SpeakOptions) => ({
  order: dice.always("player", seat, purpose),
  round: dice.turn,
  slots: heard.slots,
  said,
  allows: sayable(heard.slots),
});

/** Avoids "the museum with the museum in the cellar", or "let's let". */
function sayable({ thing, their }: Slots): (text: string) => boolean {
  const heads = [thing, their].flatMap((noun) => noun?.split(" ").at(-1) ?? []);
  return (text) => {
    const words = text.toLowerCase().split(/[^\p{L}'-]+/u);
    return (
      heads.every((head) => words.indexOf(head) === words.lastIndexOf(head)) &&
      words.every((word, index) => word !== "let" || words[index - 1] !== "let's")
    );
  };
}

export const joined = (...parts: Array<string | undefined>) => parts.filter((part) => part).join(" ");

/** Generic lines: most of playing is simply playing. */
const commonReactions: readonly string[] = [
  "I can see the {thing} in front of me.",
  "Okay, the {thing} has my attention.",
  "I keep coming round to the {thing}.",
  "Something about the {thing} feels off to me.",
  "I'd forgotten about the {thing} until just now.",
  "I'm glad {other} is here for this.",
  "{npc} is hard to read.",
  "I think {npc} means it.",
  "Let's not forget what {npc} said.",
  "I'm with {other} about the {their}.",
  "I'd rather not turn my back on the {thing}.",
  "That took a turn.",
  "It's getting close, whatever it is.",
  "I had a feeling about the {thing}.",
  "So that's what the {thing} was about.",
  "I wouldn't want to be in {npc}'s place.",
  "We should keep the {thing} in mind.",
  "That makes sense of a few things.",
  "I don't know what I expected, but not the {thing}.",
  "{other}, did you catch that about the {thing}?",
  "I'm still thinking about {npc}.",
  "Good thing we looked at the {thing}.",
  "I believe {npc} for now.",
  "We're further in than I thought.",
  "After the {thing}, I'm ready for anything.",
  "I noticed that {npc} went quiet.",
];

const commonStances: readonly string[] = [
  "Let's {option}.",
  "I say we {option}.",
  "I'd {option}.",
  "How about we {option}?",
  "I think we should {option}.",
  "We could {option}, couldn't we?",
  "If nobody minds, let's {option}.",
  "I'm for it: {option}.",
  "My pick would be to {option}.",
  "Shall we {option}?",
  "Then let's {option}, together.",
  "I'd be happy if we could {option}.",
];

/** A word of the mood, sometimes, before the line. */
const moodLines: Readonly<Record<string, readonly string[]>> = {
  upbeat: ["Oh, excellent.", "Yes, good.", "I'm enjoying this."],
  "at ease": ["Well.", "Right.", "So."],
  tired: ["Long day.", "Bear with me.", "Slowly, please."],
  keen: ["Go on!", "Finally.", "Oh, come on, quick."],
  wary: ["Careful.", "Hm.", "Not so fast."],
  impatient: ["Come on.", "All right, all right.", "Before we all grow old."],
  playful: ["Ha.", "Oh, this is fun.", "Ready or not."],
  thoughtful: ["Let me think.", "Funny, that.", "I wonder."],
};
