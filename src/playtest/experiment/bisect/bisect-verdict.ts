/** What a bisect found out. Pure: from the plan, the search and the replays. */
import { join } from "node:path";
import type {
  BisectResult,
  Fact,
  SessionConfig,
  Step,
  TurnRecord,
  Verdict,
  VerdictFinding,
  VerdictTable,
} from "../../../contract/index.ts";
import { stepTo } from "../../../kernel/verdict-words/index.ts";
import { counted, turnsInWords } from "../../../kernel/report/index.ts";
import { publicPart } from "../../agents/index.ts";
import { allowing, changeIn } from "../../report/index.ts";
import { tallies } from "./bisect-search.ts";
import { PINNED } from "./plan-bisect.ts";

/** How to call Rehearse, and the folder of the search, for the commands. */
export type CommandOptions = { command: string; at: string };

type Found = Pick<BisectResult, "sessionId" | "finding" | "probes" | "turns" | "criterion" | "endedBy">;
type Search = Found &
  CommandOptions & {
    cost: string;
    cautions: string[];
    /** The session's. */
    config: Pick<SessionConfig, "narratorModel" | "prompt">;
    /** The turn that lost it. */
    said?: TurnRecord | undefined;
  };

export const bisectVerdict = (search: Search): Verdict => ({
  outcome: outcomeOf(search),
  headline: headlineOf(search),
  cautions: search.cautions,
  because: [],
  facts: factsOf(search),
  findings: search.said ? [{ ...saidFinding(search.said), session: search.sessionId }] : [],
  tables: search.probes.length === 0 ? [] : [turnTable(search)],
  next: nextSteps(search),
});

function outcomeOf({ finding: { kind }, endedBy }: Search): Verdict["outcome"] {
  if (kind === "open" && endedBy !== null) return "stopped";
  return kind === "open" || kind === "only-late" ? "undecided" : "done";
}

const saidFinding = ({ turn, narrator, classification, relay }: TurnRecord): VerdictFinding => ({
  title: `Turn ${turn}`,
  turn,
  says: "What was said in the turn that lost it.",
  quotes: [
    { at: "narrator", text: publicPart(narrator.text, classification), to: null },
    ...(relay ? [{ at: "spokesperson, for the group", text: relay.text, to: null }] : []),
  ],
});

function headlineOf(search: Search): string {
  const { finding, probes } = search;
  const place = (at: number) => `${turnsOf(search).at(at)} (${shareText(search, turnsOf(search).at(at)!)})`;
  switch (finding.kind) {
    case "turn":
      return `Lost at turn ${finding.lost!.to}: ${neighboursText(search)}.`;
    case "fades":
      return `Lost gradually between turns ${finding.lost!.from} and ${finding.lost!.to}.`;
    case "from-the-start":
      return `The session does not recover even from the first turn of its story, ${place(0)}: no later turn is to blame.`;
    case "recovers":
      return `The session recovers even from its last turn, ${place(-1)}: the failure was chance.`;
    case "only-late":
      return (
        `Not decided: replays from the last turn, ${place(-1)}, recover, but not from the first, ${place(0)}. ` +
        `Late replays may recover because fewer turns remain for a problem.`
      );
    case "open":
      return `${openWord(search)} after ${counted(probes.length, "replay")}${openText(search)}.`;
  }
}

const openWord = ({ endedBy }: Search): string => (endedBy === null ? "Not decided" : "Stopped");

function openText({ finding, probes }: Search): string {
  if (finding.lost) return `; lost somewhere in ${turnsInWords(finding.lost)}`;
  const silent = tallies(probes).find(({ replays, missing }) => replays === missing);
  return silent ? `: those from turn ${silent.turn} have no result` : "";
}

/** "10 of 10 replays from turn 12 recover, 0 of 10 from turn 13". A turn that ended the session has none. */
function neighboursText(search: Search): string {
  const { to } = search.finding.lost!;
  const good = lastGood(search);
  const recovers = `${shareText(search, good)} replays from turn ${good} recover`;
  return turnsOf(search).includes(to)
    ? `${recovers}, ${shareText(search, to)} from turn ${to}`
    : `${recovers}, and turn ${to} ended the session`;
}

const turnsOf = ({ probes }: Search): number[] => tallies(probes).map(({ turn }) => turn);

/** The turn to start a change from. */
const lastGood = (search: Search): number =>
  turnsOf(search).findLast((turn) => turn < search.finding.lost!.from)!;

/** "10 of 10", of those with a result. */
function shareText({ probes }: Search, turn: number): string {
  const { recovered, replays, missing } = tallies(probes).find((tally) => tally.turn === turn)!;
  return `${recovered} of ${replays - missing}`;
}

const factsOf = ({ sessionId, turns, probes, criterion, cost }: Search): Fact[] => [
  { label: "Session", value: sessionId },
  {
    label: "Replays",
    value: probes.length,
    note: `${counted(turns, "turn")} each, with their own dice`,
  },
  { label: "Recovered means", value: criterion, note: "in the turns of the replay" },
  { label: "Cost", value: cost },
];

const turnTable = ({ probes }: Search): VerdictTable => ({
  title: "Replays by turn",
  columns: ["From turn", "Replays", "Recovered", "No result"].map((label) => ({
    label,
    align: "right",
  })),
  rows: tallies(probes).map(({ turn, replays, recovered, missing }) => [turn, replays, recovered, missing]),
});

function nextSteps(search: Search): Step[] {
  const { finding, command, at, config } = search;
  if (finding.kind === "open")
    return [stepTo("Resume the bisection.", { operation: "resume", input: { dir: at } }, command)];
  if (finding.kind === "from-the-start")
    return [{ says: "Change the prompt, the guide or the narrator, and play the story again." }];
  if (finding.kind === "only-late")
    return [{ says: "Bisect the session again with fewer turns per replay, or with another criterion." }];
  if (finding.lost === null) return [];
  const turn = lastGood(search);
  const checkpoint = join(at, PINNED, `turn-${turn}.json`);
  const { change } = changeIn(config.narratorModel);
  const test =
    "prompt" in change ? `Edit the prompt (${config.prompt}), and test it` : "Test another narrator";
  return [
    stepTo(
      `${test} from turn ${turn}, the last from which the session recovers.`,
      { operation: "ab", input: { checkpoint: [checkpoint], b: change, ...allowing(config) } },
      command,
    ),
  ];
}
