import { findingKind, type FindingKind, type Issue, type IssueType } from "../../contract/index.ts";
import { breakdown } from "./breakdown.ts";
import { characterBreak } from "./character-break.ts";
import { confusion } from "./confusion.ts";
import { contradiction } from "./contradiction.ts";
import { fallenThread } from "./fallen-thread.ts";
import type { MechanicalKind, Observation, ReaderKind, ReaderQuestion } from "./finding-kind.ts";
import { forcedReturn } from "./forced-return.ts";
import { ignoredRequest } from "./ignored-request.ts";
import { leak } from "./leak.ts";
import { repetition } from "./repetition.ts";
import { stuck } from "./stuck.ts";

type Kinds = { readonly [Kind in IssueType]: Kind extends FindingKind ? ReaderKind : MechanicalKind };

/** Every kind of finding, in the order of detectors and metrics. */
export const findingKinds: Kinds = {
  breakdown,
  repetition,
  contradiction,
  "character-break": characterBreak,
  confusion,
  stuck,
  "ignored-request": ignoredRequest,
  leak,
  "forced-return": forcedReturn,
  "fallen-thread": fallenThread,
};

const inOrder = Object.entries(findingKinds) as Array<[IssueType, ReaderKind | MechanicalKind]>;

export const kindsInOrder: readonly IssueType[] = inOrder.map(([kind]) => kind);

/** Code finds this kind, as far as the words show it. The others need a reader. */
export const isMechanical = (kind: IssueType): boolean => findingKinds[kind].detect !== undefined;

/** The kinds that a reader looks for, in the order of the contract, which is the order in prompts. */
export const readerKinds: ReadonlyArray<[FindingKind, ReaderQuestion]> = findingKind.options.map((kind) => [
  kind,
  findingKinds[kind].reader,
]);

/** Checks one turn. Deterministic, without a model or memory: the observation has everything. */
export const detect = (observation: Observation): Issue[] =>
  inOrder.flatMap(([, kind]) => kind.detect?.(observation) ?? []);
