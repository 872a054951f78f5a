import { plainMember, type HouseMember, type HouseReply, type HouseRequest } from "../../kernel/models/index.ts";
import { blunt, derailed, forgetful, leaky, looping, plain, rushed, stalled, type Fault } from "./faults/index.ts";
import { readScene } from "./narrator/index.ts";
import { play } from "./player/index.ts";
import { relay } from "./spokesperson/index.ts";
import { readStage } from "./stage.ts";
import { throwsOf } from "./throws.ts";

/** The actors who play without any key. Players and spokespersons are the same in all; they differ in how they narrate. */
export const houseCast: readonly HouseMember[] = [
  member("plain", "Narrates from the story guide, plays all ten archetypes and speaks for a group; fills any other role plainly.", plain),
  member("looping", "A narrator who now and then says again what it has said, word for word or lightly edited.", looping),
  member("forgetful", "A narrator who now and then contradicts a fact that it has told.", forgetful),
  member("rushed", "A narrator who runs through the pulses three at a time and skips the choices between them.", rushed),
  member("derailed", "A narrator who follows the first tangent and never returns to the story.", derailed),
  member("stalled", "A narrator who for six turns and more lets nothing come of what the group does.", stalled),
  member("blunt", "A narrator who returns from every tangent with forced words.", blunt),
  member("leaky", "A narrator who tells everybody what one player alone was told.", leaky),
];

function member(name: string, does: string, narrator: Fault): HouseMember {
  return { name, does, reply: (request) => (request.stage === undefined ? plainMember.reply(request) : act(request, narrator)) };
}

function act(request: HouseRequest, narrator: Fault): HouseReply | Promise<HouseReply> {
  // Other roles may carry a stage of their own: it is not this cast's business.
  if (request.role !== "narrator" && request.role !== "player" && request.role !== "spokesperson") return plainMember.reply(request);
  const stage = readStage(request.stage);
  const throws = throwsOf(request);
  if (stage.kind === "player") return { object: play(stage, throws, request.messages) };
  if (stage.kind === "spokesperson") return { text: relay(stage, throws) };
  const { text, planted } = narrator(readScene(stage, request, throws));
  if (planted.length === 0) return { text };
  return { text, truth: planted.length === 1 ? planted[0]! : [...planted] };
}
