/** What somebody can do who reads a page. The API's own advice is for whoever writes requests. */
const remedies: Record<string, string> = {
  unreachable:
    "It has probably been stopped. Start it again in the folder of your sessions with: rehearse serve. This page goes on by itself then.",
  "unknown-session":
    "It may have been moved or deleted, or the address is mistyped. The list of sessions has all that there are.",
  "unknown-matrix":
    "It may have been moved or deleted, or the address is mistyped. The list of matrices has all that there are.",
  "unknown-test":
    "It may have been renamed or taken out of its bank, or the address is mistyped. The retrieval page lists all tests.",
  "unknown-job": "The server was started anew since. What was played is in the list of sessions.",
  "unknown-run": "The server was started anew since. Start the run once more.",
  "unknown-results": "The file may have been moved or deleted. The retrieval page has the latest run.",
  "not-played-here":
    "It was started somewhere else: press Ctrl+C in that terminal. What was played is saved.",
  "not-found": "The page and the server may be of different versions. Reload the page.",
  "invalid-request":
    "The address may be mistyped, or the page and the server are of different versions. Go back to a list, or reload the page.",
  "token-needed": "Open the address with the token that the server printed when it was started.",
  "body-too-large": "Make the text shorter.",
  "session-over": "Choose an earlier turn, and replay from there.",
  "narrator-keeps-state":
    "Choose another narrator for the replay: this one remembers the past on its own side, where it cannot be rewound.",
  "bad-result": "The page shows what the turns themselves say.",
  internal:
    "Try again. Should it happen once more, please report it with what the server printed in its terminal.",
  closing: "The server is being stopped. Start it again with: rehearse serve",
};

/** What was filled in can be changed; an address cannot be, by whoever followed a link. */
const filledIn = "Change what the form says, and try again.";

export const pageRemedy = (code: string, remedy: string, isForm = false): string =>
  isForm && code === "invalid-request" ? filledIn : (remedies[code] ?? remedy);
