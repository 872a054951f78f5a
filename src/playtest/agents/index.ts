export { allAnswers } from "./all-answers.ts";
export { cutReply } from "./cut-reply.ts";
export { cutText, LONGEST_HEARD, LONGEST_SAID } from "./cut-text.ts";
export { draftPlayers, writeCharacters, type DraftOptions } from "./create-players.ts";
export { drawGroup, type DrawnGroup } from "./draw-group.ts";
export { groupAnswer, privateAnswers } from "./answers-to-narrator.ts";
export { guideFormOf } from "./guide-form.ts";
export { CREATION_TURNS, narratorDirection } from "./narrator-direction.ts";
export { narratorHistory, narratorInstructions } from "./narrator-prompt.ts";
export {
  asNote,
  crossTalkPrompt,
  crossTalkReply,
  playerAgainPrompt,
  playerPrompt,
  playerReply,
  type CrossTalkReply,
  type PlayerReply,
} from "./player-prompt.ts";
export { relayPrompt } from "./relay-prompt.ts";
export {
  lostPart,
  playerView,
  publicPart,
  tableTalk,
  tellingOf,
  toldTo,
  type SeenTurn,
} from "./player-view.ts";
export { keepSecrets } from "./keep-secrets.ts";
