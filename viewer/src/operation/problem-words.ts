/** What keeps an operation from starting, in the words of a page. */
import type { FoundProblem } from "./operation-queries.ts";
import { inPageWords, refusalWords } from "./operation-schema.ts";

export const problemLines = ({ option, message, remedy }: FoundProblem): string[] => [
  ...refusalWords({ option, message })
    .split("\n")
    .map((line) => line.trim()),
  inPageWords(remedy),
];
