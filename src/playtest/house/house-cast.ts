/** The scripted actors that play without any key. */
import {
  houseRoster,
  plainMember,
  type HouseActor,
  type HouseMember,
  type HouseReply,
  type HouseRequest,
} from "../../kernel/models/index.ts";
import { blunt, derailed } from "./faults/straying.ts";
import { forgetful } from "./faults/contradicting.ts";
import { leaky } from "./faults/leaking.ts";
import { looping, noisier, noisy } from "./faults/repeating.ts";
import { plain, type Fault } from "./faults/perform.ts";
import { rushed, stalled } from "./faults/pacing.ts";
import { readScene } from "./narrator/scene.ts";
import { crossTalk, play } from "./player/house-player.ts";
import { relay } from "./spokesperson/relay.ts";
import { readStage, actorDice } from "./stage.ts";

const narrators: Record<HouseActor, Fault> = {
  plain,
  looping,
  forgetful,
  rushed,
  derailed,
  stalled,
  blunt,
  leaky,
  noisy,
  noisier,
};

/**
 * The actors that play without any key. Players and spokespersons are the same in all; they differ in how they narrate.
 */
export const houseCast: readonly HouseMember[] = Object.entries(houseRoster).map(([name, does]) =>
  member(name, does, narrators[name as HouseActor]),
);

function member(name: string, does: string, narrator: Fault): HouseMember {
  return {
    name,
    does,
    reply: (request) => (request.stage === undefined ? plainMember.reply(request) : act(request, narrator)),
  };
}

function act(request: HouseRequest, narrator: Fault): HouseReply | Promise<HouseReply> {
  // Other roles may carry a stage of their own, which this cast ignores.
  if (request.role !== "narrator" && request.role !== "player" && request.role !== "spokesperson")
    return plainMember.reply(request);
  const stage = readStage(request.stage);
  const dice = actorDice(request);
  if (stage.kind === "player") return { object: play(stage, dice, request.messages) };
  if (stage.kind === "cross-talk") return { object: crossTalk(stage, dice) };
  if (stage.kind === "spokesperson") return { text: relay(stage, dice) };
  return narrator(readScene(stage, request, dice));
}
