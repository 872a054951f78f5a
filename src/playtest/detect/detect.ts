import type { Fact, Issue } from "../../contract/index.ts";
import { breakdown } from "./breakdown.ts";
import { confusion } from "./confusion.ts";
import { contradiction, contradictionKinds } from "./contradiction/index.ts";
import { forcedSegue } from "./forced-segue.ts";
import { characterBreak, guideDeviation, railroading } from "./hints/index.ts";
import { ignoredPlayers } from "./ignored-players.ts";
import { loop } from "./loop.ts";
import type { Detector, Observation } from "./observation.ts";
import { secretLeak } from "./secret-leak.ts";
import { stuck, STUCK_AFTER } from "./stuck.ts";

const detectors: ReadonlyArray<{ detector: Detector; looksFor: string }> = [
  { detector: breakdown, looksFor: "breakdowns (nothing told, leftovers of a format, a refusal)" },
  { detector: loop, looksFor: "loops" },
  {
    detector: contradiction,
    looksFor: `contradictions about ${contradictionKinds.clear.join(", ")} (places and names are checked where the guide tracks them)`,
  },
  { detector: forcedSegue, looksFor: "forced segues" },
  {
    detector: stuck,
    looksFor: `stuck moments (${STUCK_AFTER.quiet} turns without a pulse that tell next to nothing, or ${STUCK_AFTER.any} whatever they tell)`,
  },
  { detector: confusion, looksFor: "confusion of two or more players" },
  { detector: secretLeak, looksFor: "leaked secrets" },
  {
    detector: ignoredPlayers,
    looksFor:
      "wishes of the group that two outputs in a row pass over (ways that the narrator had named, and wishes that are made again)",
  },
];

/** How often these are wrong is not known well enough to count them. */
const hinters: readonly Detector[] = [characterBreak, guideDeviation, railroading];

/** What the rules find by themselves, for reports: none of it says that nothing else went wrong. */
export const lookedFor: readonly string[] = detectors.map(({ looksFor }) => looksFor);
/** What they leave to a model's word. */
export const onlyHints: readonly string[] = [
  "the confusion of one player",
  "secrets of which only a part comes up",
  "other wishes that seem to be passed over",
  ...contradictionKinds.hints.map((about) => `contradictions about ${about}`),
  "whatever may have changed untold",
];

export type Detected = {
  issues: Issue[];
  /** Hints that only a model's word makes issues: see `confirm`. */
  candidates: Issue[];
  /** What may be a fault, for people to look at. */
  hints: Issue[];
  /** What this turn adds to the ledger. */
  facts: Fact[];
};

/** Looks at one turn. Deterministic, without a model and without memory: what it must know stands in the observation. */
export function detect(observation: Observation): Detected {
  const found = detectors.map(({ detector }) => detector(observation));
  const findings = found.flatMap(({ findings }) => findings);
  const plain = (wanted: boolean) =>
    findings.flatMap(({ candidate = false, ...issue }) => (candidate === wanted ? [issue] : []));
  return {
    issues: plain(false),
    candidates: plain(true),
    hints: hinters.flatMap((detector) => detector(observation).findings),
    facts: found.flatMap(({ facts = [] }) => facts),
  };
}
