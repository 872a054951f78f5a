import {
  houseRoster,
  plainMember,
  type HouseActor,
  type HouseMember,
  type HouseReply,
  type HouseRequest,
} from "../../kernel/models/index.ts";
import {
  blunt,
  derailed,
  forgetful,
  leaky,
  looping,
  noisier,
  noisy,
  plain,
  rushed,
  stalled,
  type Fault,
} from "./faults/index.ts";
import { readScene } from "./narrator/index.ts";
import { crossTalk, play } from "./player/index.ts";
import { relay } from "./spokesperson/index.ts";
import { readStage } from "./stage.ts";
import { throwsOf } from "./throws.ts";

/** How each actor narrates. */
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

/** The actors who play without any key. Players and spokespersons are the same in all; they differ in how they narrate. */
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
  // Other roles may carry a stage of their own: it is not this cast's business.
  if (request.role !== "narrator" && request.role !== "player" && request.role !== "spokesperson")
    return plainMember.reply(request);
  const stage = readStage(request.stage);
  const throws = throwsOf(request);
  if (stage.kind === "player") return { object: play(stage, throws, request.messages) };
  if (stage.kind === "cross-talk") return { object: crossTalk(stage, throws) };
  if (stage.kind === "spokesperson") return { text: relay(stage, throws) };
  return narrator(readScene(stage, request, throws));
}
