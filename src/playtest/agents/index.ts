export { allAnswers } from "./all-answers.ts";
export {
  cutReply,
  asNote,
  crossTalkPrompt,
  crossTalkReply,
  playerPrompt,
  playerReply,
  type Known,
} from "./player-prompt.ts";
export { cutText, LONGEST_HEARD, LONGEST_SAID } from "./cut-text.ts";
export { draftPlayers, writeCharacters, drawGroup } from "./create-players.ts";
export {
  groupAnswer,
  privateAnswers,
  guideFormOf,
  narratorHistory,
  narratorInstructions,
} from "./narrator-prompt.ts";
export { CREATION_TURNS, narratorDirection } from "./turn-notes.ts";
export { relayPrompt } from "./relay-prompt.ts";
export { lostPart, publicPart, tableTalk, toldTo } from "./player-view.ts";
