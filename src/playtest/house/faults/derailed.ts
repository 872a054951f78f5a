import { narrate, readRelay, type Scene } from "../narrator/index.ts";
import { things } from "../words/index.ts";
import type { Fault } from "./fault.ts";
import { ramblings } from "./off-story.ts";
import { perform, plain } from "./plain.ts";

const FROM_TURN = 5;
/** Where no player strays by then, it strays by itself. */
const AT_LATEST = 8;

/** Follows the first aside, and never comes back to the story. */
export const derailed: Fault = (scene) => {
  const { turn, creating, story, throws, names } = scene;
  const since = strayed(scene);
  if (creating || story.ended || since === undefined || turn < since) return plain(scene);
  const aside = subject(scene);
  const slots = { aside, name: names[turn % names.length] };
  const text = [
    scene.say(ramblings.openings, "ramble", slots),
    scene.say(ramblings.middles, "ramble on", slots),
    scene.say(ramblings.closings, "ramble away", slots),
  ].join(" ");
  const telling = { kind: "tangent", paragraphs: [{ text }] } as const;
  // Taking up an aside is no fault; not coming back from it is.
  const isLegitimate = turn === since && throws.turn >= FROM_TURN && scene.relay.aside !== undefined;
  return isLegitimate
    ? perform(
        scene,
        narrate({ ...scene, relay: { aside: scene.relay.aside }, story: { ...story, since: 0 } }),
      )
    : perform(scene, telling, [{ fault: "derailed", kind: "never-returned", turn, about: aside, text }]);
};

/** The turn in which it left the story: read from what the group has said, since it keeps nothing in mind. */
function strayed({ story, throws, names }: Scene): number | undefined {
  const latest = AT_LATEST + throws.always("fault", "derailed").int(3);
  return story.heard.find(
    ({ turn, text }) => turn >= FROM_TURN && (turn >= latest || readRelay({ text, names, labels: [] }).aside),
  )?.turn;
}

/** What they last strayed to; else something of its own last words. */
function subject({ story, names }: Scene): string {
  const asides = story.heard
    .filter(({ turn }) => turn >= FROM_TURN)
    .map(({ text }) => readRelay({ text, names, labels: [] }).aside?.phrase);
  const thing = story.outputs.flatMap(({ text }) => things(text)).at(-1);
  return asides.findLast((phrase) => phrase !== undefined) ?? `the ${thing ?? "whole business"}`;
}
