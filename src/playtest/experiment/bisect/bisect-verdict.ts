/** What a bisect found out. Pure: from the plan, the search and the replays. */
import { join } from "node:path";
import type { BisectResult, Fact, Step, Verdict, VerdictTable } from "../../../contract/index.ts";
import { shellWord } from "../../../kernel/errors/index.ts";
import { counted, turnsInWords } from "../../../kernel/report/index.ts";
import { UNCHANGED } from "../read-arm.ts";
import { tallies } from "./bisect-search.ts";
import { PINNED } from "./plan-bisect.ts";

/** How to call Rehearse, and the folder of the search, for the commands. */
export type CommandOptions = { command: string; at: string };

type Found = Pick<
  BisectResult,
  "sessionId" | "finding" | "probes" | "changed" | "turns" | "criterion" | "endedBy"
>;
type Search = Found &
  CommandOptions & { cost: string; cautions: string[]; /** The session's. */ prompt: string };

export const bisectVerdict = (search: Search): Verdict => ({
  outcome: search.finding.kind !== "open" ? "done" : search.endedBy === null ? "undecided" : "stopped",
  headline: headlineOf(search),
  cautions: search.cautions,
  because: [],
  facts: factsOf(search),
  findings: [],
  tables: search.probes.length === 0 ? [] : [turnTable(search)],
  next: nextSteps(search),
});

function headlineOf(search: Search): string {
  const { changed, finding, probes } = search;
  const even = changed === UNCHANGED ? "" : `, even with ${changed}`;
  const place = (at: number) => `${turnsOf(search).at(at)} (${shareText(search, turnsOf(search).at(at)!)})`;
  switch (finding.kind) {
    case "turn":
      return `Lost at turn ${finding.lost!.to}${even}: ${neighboursText(search)}.`;
    case "fades":
      return `Lost between turns ${finding.lost!.from} and ${finding.lost!.to}${even}; it fades.`;
    case "from-the-start":
      return `The session does not recover even from the first turn of its story, ${place(0)}${even}: no later turn is to blame.`;
    case "recovers":
      return `The session recovers even from its last turn, ${place(-1)}: ${even === "" ? "the failure was chance" : `${changed} helps from every turn`}.`;
    case "open":
      return `${search.endedBy === null ? "Not decided" : "Stopped"} after ${counted(probes.length, "replay")}${openText(search)}.`;
  }
}

function openText({ finding, probes }: Search): string {
  if (finding.lost) return `: lost in ${turnsInWords(finding.lost)}, as far as is known`;
  const silent = tallies(probes).find(({ replays, missing }) => replays === missing);
  return silent ? `: those from turn ${silent.turn} have no result` : "";
}

/** "from 12 it recovers 10 of 10, from 13 0 of 10". A turn that ended the session cannot be replayed from. */
function neighboursText(search: Search): string {
  const { to } = search.finding.lost!;
  const good = lastGood(search);
  const recovers = `from ${good} it recovers ${shareText(search, good)}`;
  return turnsOf(search).includes(to)
    ? `${recovers}, from ${to} ${shareText(search, to)}`
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

const factsOf = ({ sessionId, changed, turns, probes, criterion, cost }: Search): Fact[] => [
  { label: "Session", value: sessionId },
  {
    label: "Replays",
    value: probes.length,
    note: `${counted(turns, "turn")} each, with dice of their own`,
  },
  { label: "Recovered means", value: criterion, note: "in the turns of the replay" },
  {
    label: "Changed in the replays",
    value: changed === UNCHANGED ? "only the dice" : changed,
  },
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
  const { finding, command, at, prompt } = search;
  if (finding.kind === "open")
    return [{ says: "Resume the search.", command: `${command} resume ${shellWord(at)}` }];
  if (finding.kind === "from-the-start")
    return [{ says: "Change the prompt, the guide or the narrator, and play the story again." }];
  if (finding.lost === null) return [];
  const turn = lastGood(search);
  const checkpoint = join(at, PINNED, `turn-${turn}.json`);
  return [
    {
      says: `Edit the prompt (${prompt}), and test it from turn ${turn}, the last from which the session recovers.`,
      command: `${command} ab --checkpoint ${shellWord(checkpoint)} --b prompt=YOUR-PROMPT.md`,
    },
  ];
}
