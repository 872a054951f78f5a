import type { Issue, IssueType } from "../../contract/index.ts";
import { isNarrators } from "../metrics/index.ts";

const SHOWN = 3;

/** What spoils a session most, first. Kinds that are not named come after them. */
const gravest: readonly IssueType[] = ["breakdown", "contradiction", "leak", "repetition", "ignored-request"];
const rank = ({ type }: Issue): number => [...gravest, type].indexOf(type);

/** The worst of the narrator's problems: errors first, then by kind, by how sure the finder is, and by turn. */
export const worstProblems = (issues: readonly Issue[]): Issue[] =>
  issues
    .filter(isNarrators)
    .toSorted(
      (a, b) =>
        Number(b.severity === "error") - Number(a.severity === "error") ||
        rank(a) - rank(b) ||
        b.confidence - a.confidence ||
        a.turn - b.turn,
    )
    .slice(0, SHOWN);
