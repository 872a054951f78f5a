import { isBuiltIn, issueTypes, type BuiltInKind, type Issue } from "../../contract/index.ts";
import { counted } from "../../kernel/report/index.ts";
import { breakdown } from "./breakdown.ts";
import type { DerivedKind, Observation, ReaderKind, ReaderQuestion } from "./finding-kind.ts";
import { loop } from "./loop.ts";
import * as readers from "./reader-kinds.ts";

type Kind = ReaderKind | DerivedKind;

/** The story does not move on: turns without a beat. */
const stuck: DerivedKind = {
  plural: "stuck moments",
  rank: 6,
  countedWith: "failures",
  metric: "stuckMoments",
  publicly: "The story did not move on.",
};

/** Every kind of finding, in the order of detectors and metrics. */
const findingKinds: Readonly<Record<BuiltInKind, Kind>> = {
  breakdown,
  loop,
  contradiction: readers.contradiction,
  leak: readers.leak,
  "guide-deviation": readers.guideDeviation,
  "character-break": readers.characterBreak,
  "takes-over": readers.takesOver,
  rushed: readers.rushed,
  "ignored-request": readers.ignoredRequest,
  "forced-segue": readers.forcedSegue,
  confusion: readers.confusion,
  stuck,
};

const inOrder = Object.entries(findingKinds) as Array<[BuiltInKind, Kind]>;

export const kindsInOrder: readonly BuiltInKind[] = inOrder.map(([kind]) => kind);

/** A kind of the user's own, from the settings. How often a reader errs with it is not known. */
export type OwnKinds = Readonly<Record<string, { is: string; not: string }>>;

const ownQuestion = {
  quotedFrom: "narration",
  earlierQuote: "none",
  severity: "warning",
} as const;

const derived = (plural: string, publicly: string): DerivedKind => ({
  plural,
  rank: 7,
  countedWith: "tangents",
  publicly,
});

const derivedFacts: Readonly<Record<string, Kind>> = {
  "poor-return": derived("poor returns", "The return from a tangent was poor."),
  "slow-return": derived("slow returns", "The return from a tangent took long."),
  "not-returned": derived("tangents without a return", "The story did not return from a tangent."),
  "passed-over": derived("skips of beats", "Beats of the story were passed over."),
};

/** Facts about a kind. A name that is not built in is a kind of the user's own. */
export const kindOf = (name: string): Kind => {
  if (isBuiltIn(name)) return findingKinds[name];
  const derived = derivedFacts[name];
  if (derived) return derived;
  return {
    plural: `${name} findings`,
    rank: 6,
    countedWith: "failures",
    publicly: "A finding of a kind that is defined in the settings.",
    reader: { ...ownQuestion, is: "", not: "" },
  };
};

/** "forced segue", "skip of beats". A kind of the user's own may have an s in the middle. */
export const singularOf = (name: string): string =>
  kindOf(name).plural.replace(isBuiltIn(name) || derivedFacts[name] ? /s\b/ : /s$/, "");

/** "1 forced segue", "2 skips of beats". */
export const countedKind = (name: string, count: number): string =>
  counted(count, singularOf(name), kindOf(name).plural);

/** Code finds this kind, as far as it is exact. The others need a reader. */
export const isMechanical = (name: string): boolean => {
  const kind = kindOf(name);
  return kind.detect !== undefined || kind.reader === undefined;
};

/** The kinds that a reader looks for, in the order of the contract, then the user's own: the order in prompts. */
export const readerKinds = (own: OwnKinds = {}): ReadonlyArray<[string, ReaderQuestion]> => [
  ...issueTypes.flatMap((kind): Array<[string, ReaderQuestion]> => {
    const { reader } = findingKinds[kind];
    return reader ? [[kind, reader]] : [];
  }),
  ...Object.entries(own).map(([kind, asked]): [string, ReaderQuestion] => [
    kind,
    { ...ownQuestion, ...asked },
  ]),
];

/** Checks one turn. Deterministic, without a model or memory: the observation has everything. */
export const detect = (observation: Observation): Issue[] =>
  inOrder.flatMap(([, kind]) => kind.detect?.(observation) ?? []);
