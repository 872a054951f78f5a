export { overviewQuery } from "./queries.ts";
export { checkChoices, firstTarget } from "./run-words.ts";
