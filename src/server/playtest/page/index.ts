/** A session as its page shows it, in full or in one player's view. */
export { quotePlaces } from "./quote-places.ts";
export { playerTurns, playerView, sessionView } from "./session-view.ts";
export { turnViews } from "./turn-view.ts";
