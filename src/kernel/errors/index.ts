export { HarnessError, type ExitCode, type HarnessErrorFacts } from "./harness-error.ts";
export { didYouMean, suggestion } from "./did-you-mean.ts";
