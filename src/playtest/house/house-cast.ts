/** The scripted actors that play without any key. Players and spokespersons are the same in all; narrators differ. */
import {
  houseRoster,
  plainMember,
  type HouseActor,
  type HouseMember,
  type HouseReply,
  type HouseRequest,
} from "../../kernel/models/index.ts";
import { narrators } from "./faults.ts";
import { readScene, write } from "./narrator.ts";
import { crossTalk, play, relay } from "./player.ts";
import type { Stage } from "./stage.ts";

export const houseCast: readonly HouseMember[] = (Object.keys(houseRoster) as HouseActor[]).map((name) => ({
  name,
  does: houseRoster[name],
  reply: (request) => act(request, name),
}));

function act(request: HouseRequest, actor: HouseActor): HouseReply | Promise<HouseReply> {
  // Other roles have no stage.
  if (request.stage === undefined) return plainMember.reply(request);
  const data = request.stage as Stage;
  if (data.kind === "player") return { object: play(data, request) };
  if (data.kind === "cross-talk") return { object: crossTalk(data, request) };
  if (data.kind === "spokesperson") return { text: relay(data, request) };
  return write(narrators[actor](readScene(data, request)));
}
