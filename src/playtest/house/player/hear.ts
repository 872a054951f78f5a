/** What a player picks up from a narration: things, people, and options. */
import type { PlayerStage, ActorDice } from "../stage.ts";
import { archetypeOf } from "../../archetypes/index.ts";
import { people, things } from "../words/nouns.ts";
import type { Slots } from "../words/choose-line.ts";
import { asAction } from "../words/actions.ts";
import { sentences } from "../../text/index.ts";

/** Subjects for a line. */
export type Heard = { slots: Slots; ways: readonly string[] };

/** How likely a player is to join the majority. */
const USUAL_AGREEMENT = 0.62;

const unmarked = (text: string) => text.replaceAll(/\[\[[^\]]*\]\]/g, "");

/** Things only mentioned are not present: an aside returns in quotation marks. */
const unspoken = (text: string) => text.replaceAll(/"[^"]*"/g, '""');

/** Lines use only what this player heard in public, never private tellings. */
export function hear(
  { seat, names, archetype, narration, talk }: PlayerStage,
  dice: ActorDice,
  before: readonly string[],
): Heard {
  const scene = unmarked(narration);
  const ways = [scene, ...before.map(unmarked)].map(offeredWays).find((found) => found.length > 0) ?? [];
  const thrown = dice.now("hear");
  const nouns =
    [scene, ...before.map(unmarked)]
      .map((text) => things(unspoken(text)))
      .find((found) => found.length > 0) ?? [];
  const present = people(scene, names);
  const others = names.filter((_, index) => index !== seat);
  const spoken = talk
    .filter((line) => line.seat !== seat && names[line.seat] !== undefined)
    .flatMap(({ seat, says }) => things(says).map((thing) => ({ name: names[seat]!, thing })));
  const about = spoken.length === 0 ? undefined : thrown.pick(spoken);
  return {
    ways,
    slots: {
      thing: nouns.length === 0 ? undefined : thrown.pick(nouns),
      npc: present.length === 0 ? undefined : thrown.pick(present),
      other: about?.name ?? (others.length === 0 ? undefined : thrown.pick(others)),
      their: about?.thing,
      option: favourite(),
    },
  };

  /**
   * Players at one table agree more often than not: one option is the favourite, with individual variation. A player
   * keeps their choice while the options are the same.
   */
  function favourite(): string | undefined {
    if (ways.length === 0) return undefined;
    const choice = ways.join("; ");
    const shared = dice.always("favourite", choice).int(ways.length);
    const mind = dice.always("mind", seat, choice);
    return ways[
      mind.chance(archetypeOf(archetype).house.agreement ?? USUAL_AGREEMENT) ? shared : mind.int(ways.length)
    ];
  }
}

const cue = /(?:\byou (?:could|can|might|may)|\b(?:will|do|would|shall|should) you)\s+/i;
const list = /:\s+(?=.*\bor\b)/s;
const leadIn = /^(?:or|either|to|you (?:could|can|might|may)|do you|will you)\s+/i;

/** How far from its end a narration is searched for choices. */
const LAST = 4;

/** The offered options, as players say them to each other: "You could ring, or wait." gives "ring", "wait". */
function offeredWays(narration: string): string[] {
  const closing = sentences(narration).slice(-LAST).toReversed();
  for (const [fromEnd, sentence] of closing.entries()) {
    // A colon opens many things; at the very end it opens a list of options.
    const listed = fromEnd <= 1 ? list.exec(sentence) : null;
    const found = listed ?? cue.exec(sentence);
    if (!found || !/\bor\b/.test(sentence)) continue;
    const body = sentence.slice(found.index + found[0].length).replace(/[.!?]+["']?$/, "");
    const ways = split(body)
      .map((part) => part.trim().replace(leadIn, "").replace(leadIn, ""))
      .filter((part) => isWay(part, listed !== null));
    if (ways.length >= 2) return ways.map((way) => asAction(ours(way), sentence.slice(0, found.index)));
  }
  return [];
}

/** The strongest separator present splits; weaker ones belong to the parts. */
function split(body: string): string[] {
  if (body.includes(";")) return body.split(";");
  return body.split(body.includes(",") ? "," : /\s+or\s+/);
}

/** Names can be listed after a colon; anywhere else a capital starts something else. */
const isWay = (part: string, listed: boolean) =>
  (listed ? /^\p{L}/u : /^\p{Ll}/u).test(part) && part.split(/\s+/).length <= 18;

/** From the narrator's "you" to the table's "we". */
const ours = (text: string): string =>
  text
    .replaceAll(
      /\b(if|when|while|until|where|what|that|before|after|as|than|how|because|so|and) you\b/g,
      "$1 we",
    )
    .replaceAll(/\byourselves\b/g, "ourselves")
    .replaceAll(/\byours\b/g, "ours")
    .replaceAll(/\byour\b/g, "our")
    .replaceAll(/\byou\b/g, "us");
