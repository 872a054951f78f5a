/**
 * The plain narrator of the house cast: works from the guide, pulse by pulse, hears what the group wants,
 * answers what it asks, and finds its way back from asides. An actor reading a script, and no evidence about a prompt.
 */
import { clarify } from "./clarify.ts";
import { create, curtain } from "./creation.ts";
import { afterTheEnd, end } from "./ending.ts";
import { remind } from "./offer.ts";
import { tellPulse } from "./pulse.ts";
import { recap } from "./recap.ts";
import type { Scene } from "./scene.ts";
import type { Telling } from "./telling.ts";
import { weave, worldMoves } from "./weave.ts";

/** Replies that may go by on one pulse before the story moves on by itself. */
const PATIENCE = { answers: 2, asides: 3 };

export function narrate(scene: Scene): Telling {
  const { creating, guide, story, relay } = scene;
  if (creating) return create(scene);
  if (story.ended) return afterTheEnd(scene);
  const open = guide.pulses[story.at];
  if (!open) return tellPulse(scene, 0, curtain(scene));
  if (!relay.decision || relay.decision.held) {
    if (relay.recap && story.since < PATIENCE.answers) return recap(scene, open);
    if (relay.question && story.since < PATIENCE.answers) return clarify(scene, open);
    if (relay.aside && story.since < PATIENCE.asides)
      return {
        kind: "tangent",
        paragraphs: [{ text: `${weave(scene)} ${worldMoves(scene, open)}` }, { text: remind(scene) }],
      };
  }
  return story.at + 1 < guide.pulses.length ? tellPulse(scene, story.at + 1) : end(scene);
}
