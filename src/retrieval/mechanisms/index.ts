/** The mechanisms, each a module of its own. Everything else loops over this table or looks one up in it. */
import { mechanism, type Mechanism } from "../../contract/index.ts";
import { always } from "./always.ts";
import type { MechanismModule } from "./mechanism.ts";
import { pattern } from "./pattern.ts";
import { semantic } from "./semantic.ts";
import { state } from "./state.ts";

export const modules: { readonly [Name in Mechanism]: MechanismModule<Name> } = {
  semantic,
  state,
  pattern,
  always,
};

/** The mechanism of a test by the prefix of its id; undefined: unknown prefix. */
export const mechanismOfId = (testId: string): Mechanism | undefined =>
  mechanism.options.find((name) => testId.toUpperCase().startsWith(modules[name].bank.idPrefix));

export function weightShares(): Array<{ mechanism: Mechanism; percent: number }> {
  const total = mechanism.options.reduce((sum, name) => sum + modules[name].weight, 0);
  return mechanism.options.map((name) => ({
    mechanism: name,
    percent: Math.round((modules[name].weight / total) * 100),
  }));
}

export { alwaysLoaded } from "./always.ts";
export {
  type BankWorld,
  type MechanismModule,
  type RulesWorld,
  attemptId,
  CANDIDATES,
  RECORDED,
  TOP_K,
  type AnyQuestion,
  type Answers,
  type Ask,
  type Target,
  type TargetFacts,
} from "./mechanism.ts";
export { createPatternMatcher } from "./pattern-matcher/index.ts";
export { groupTable, labelOf, shownScore, styles, usedSources, type Style } from "./report-parts.ts";
export { stageNames } from "./semantic-metrics.ts";
export { handlersFor } from "./state.ts";
export { scoreSelections } from "./semantic.ts";
