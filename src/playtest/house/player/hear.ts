import type { PlayerStage } from "../stage.ts";
import type { Throws } from "../throws.ts";
import { archetypeOf } from "../../archetypes/index.ts";
import { people, things, type Slots } from "../words/index.ts";
import { offeredWays } from "./offered-ways.ts";

/** What there is to say something about. */
export type Heard = { slots: Slots; ways: readonly string[] };

/** How likely a player is for what most are for. */
const USUAL_AGREEMENT = 0.62;

const unmarked = (text: string) => text.replaceAll(/\[\[[^\]]*\]\]/g, "");

/** What is only talked about is not there: an aside comes back in quotation marks. */
const unspoken = (text: string) => text.replaceAll(/"[^"]*"/g, '""');

/** Everything that goes into a line comes from what this player heard in public: never from what only they were told. */
export function hear(
  { seat, names, archetype, narration, talk }: PlayerStage,
  throws: Throws,
  before: readonly string[],
): Heard {
  const scene = unmarked(narration);
  const ways = [scene, ...before.map(unmarked)].map(offeredWays).find((found) => found.length > 0) ?? [];
  const thrown = throws.now("hear");
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
   * Players at one table lean the same way more often than not: there is one favourite among the ways, and
   * everybody's own mind. Nobody changes it while the choice is the same.
   */
  function favourite(): string | undefined {
    if (ways.length === 0) return undefined;
    const choice = ways.join("; ");
    const shared = throws.always("favourite", choice).int(ways.length);
    const mind = throws.always("mind", seat, choice);
    return ways[
      mind.chance(archetypeOf(archetype).house.agreement ?? USUAL_AGREEMENT) ? shared : mind.int(ways.length)
    ];
  }
}
