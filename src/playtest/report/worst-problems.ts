import type { Issue } from "../../contract/index.ts";
import { findingKinds } from "../findings/index.ts";
import { isNarrators } from "../metrics/index.ts";

const SHOWN = 3;

/** The worst of the narrator's problems: errors first, then by kind, by how sure the finder is, and by turn. */
export const worstProblems = (issues: readonly Issue[]): Issue[] =>
  issues
    .filter(isNarrators)
    .toSorted(
      (a, b) =>
        Number(b.severity === "error") - Number(a.severity === "error") ||
        findingKinds[a.type].rank - findingKinds[b.type].rank ||
        b.confidence - a.confidence ||
        a.turn - b.turn,
    )
    .slice(0, SHOWN);
