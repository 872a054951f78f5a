export { allAnswers } from "./all-answers.ts";
export {
  cutReply,
  asNote,
  crossTalkPrompt,
  crossTalkReply,
  playerAgainPrompt,
  playerPrompt,
  playerReply,
  type CrossTalkReply,
  type PlayerReply,
} from "./player-prompt.ts";
export { cutText, LONGEST_HEARD, LONGEST_SAID } from "./cut-text.ts";
export {
  draftPlayers,
  writeCharacters,
  type DraftOptions,
  drawGroup,
  type DrawnGroup,
} from "./create-players.ts";
export {
  groupAnswer,
  privateAnswers,
  guideFormOf,
  narratorHistory,
  narratorInstructions,
} from "./narrator-prompt.ts";
export { CREATION_TURNS, narratorDirection } from "./turn-notes.ts";
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
