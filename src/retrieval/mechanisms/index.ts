/** The mechanisms, each a module of its own. Everything else loops over this table or looks one up in it. */
import type { Mechanism } from "../../contract/index.ts";
import { always } from "./always.ts";
import type { MechanismModule } from "./mechanism.ts";
import { pattern } from "./pattern.ts";
import { NO_TEXT, semantic } from "./semantic.ts";
import { state } from "./state.ts";

export const modules: { readonly [Name in Mechanism]: MechanismModule<Name> } = {
  semantic,
  state,
  pattern,
  always,
};

/** For code that has a result of any mechanism. */
export const moduleOf = ({ mechanism }: { mechanism: Mechanism }): MechanismModule<Mechanism> =>
  modules[mechanism] as unknown as MechanismModule<Mechanism>;

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
export {
  groupTable,
  labelOf,
  rankingText,
  shownScore,
  styles,
  type EntityList,
  type Style,
} from "./report-parts.ts";
export { meanMetrics } from "./semantic-metrics.ts";
export { handlersFor } from "./state.ts";
export { NO_TEXT };
