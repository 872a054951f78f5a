/** A narrator who reveals secrets. */
import type { Planted } from "../house-truth.ts";
import { narrate } from "../narrator/narrate.ts";
import { readRelay } from "../narrator/read-relay.ts";
import type { Scene } from "../narrator/scene.ts";
import { type Fault, perform, withWords } from "./perform.ts";

const leads: readonly string[] = [
  "What {name} alone was told is soon said to all of you:",
  "By now it can be told what {name} has been keeping:",
  "You all know {name}'s secret, of course:",
  "It is no longer between {name} and me:",
  "The others may as well have it in {name}'s place:",
];

/**
 * Reveals a player's private telling to everybody, a turn or two later. If that player has already told it, the kind
 * differs.
 */
export const leaky: Fault = (scene) => {
  const { turn, story, say, creating } = scene;
  const telling = narrate(scene);
  if (creating || story.ended) return perform(scene, telling);
  const planted = story.reveals
    .filter((reveal) => reveal.turn + delay(scene, reveal.name, reveal.turn) === turn)
    .map((reveal): Planted => {
      const lead = say(leads, "leak", { name: reveal.name });
      const text = `${lead} "${reveal.text.replaceAll('"', "'")}"`.trim();
      const planted = { fault: "leaky", turn, about: reveal.name, text };
      return wasShared(scene, reveal.name, reveal.turn)
        ? { ...planted, kind: "secret-retold" }
        : {
            ...planted,
            kind: "secret-leak",
            finding: "leak",
            against: { turn: reveal.turn, text: reveal.text },
          };
    });
  return perform(
    scene,
    planted.reduce((so, { text }) => withWords(so, text, "after"), telling),
    planted,
  );
};

const delay = ({ dice }: Scene, name: string, turn: number) =>
  1 + dice.always("fault", "leaky", name, turn).int(2);

/** Did the player tell the others? A spokesperson who says "I" may be that player. */
function wasShared({ story, names }: Scene, name: string, turn: number): boolean {
  return story.heard.some((heard) => {
    const shared = heard.turn > turn ? readRelay({ text: heard.text, names, labels: [] }).shared : undefined;
    return shared !== undefined && (shared.by === undefined || shared.by === name);
  });
}
