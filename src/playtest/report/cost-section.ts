/** What calls cost, in a sentence and in tables. */
import type { RunCosts, SessionResult, Tally, Totals, Verdict } from "../../contract/index.ts";
import { costCautions, sumTallies, totalsOf } from "../../kernel/journal/index.ts";
import { shellWord } from "../../kernel/errors/index.ts";
import { counted, turnsInWords, verdictMarkdown } from "../../kernel/report/index.ts";
import type { TurnRange } from "../session/index.ts";
import * as tables from "./cost-tables.ts";
import { percent } from "./session-facts.ts";

export type Costs = {
  entries: readonly tables.CostEntry[];
  calls: Totals["calls"];
  /** What the entries lack. */
  cautions: readonly string[];
};

export function runCosts(costs: Costs): RunCosts {
  const { entries, calls } = costs;
  return {
    ...totalsOf(entries, calls),
    byPlayer: tables.byPlayer(entries).map(({ player, tally }) => ({ ...player, ...tally })),
    byTurnAndAgent: tables
      .byTurnAndAgent(entries)
      .map(({ turn, role, player, tally }) => ({ turn, role, ...player, ...tally })),
    verdict: costVerdict(costs),
  };
}

export function costVerdict({ entries, calls, cautions }: Costs): Verdict {
  const all = sumTallies(entries);
  return {
    outcome: "done",
    headline: headlineOf(entries, `for ${counted(calls.completed, "call")}`),
    cautions: [...cautions, ...costCautions(all)],
    because: [],
    facts: [
      { label: "Saved by prompt caching", value: all.saved > 0 ? `$${all.saved.toFixed(6)}` : null },
      { label: "Answers reused from earlier runs", value: calls.reused || null },
    ].filter(({ value }) => value !== null),
    findings: [],
    tables: [
      tables.roleTable(entries),
      tables.playerTable(entries),
      tables.modelTable(entries),
      tables.turnTable(entries),
      tables.agentTable(entries),
    ].filter(({ rows }) => rows.length > 0),
    next: [],
  };
}

/** "$1.24 for 412 calls; the narrator is 71 % of it." */
function headlineOf(entries: Costs["entries"], what: string): string {
  const all = sumTallies(entries);
  return `${chargeText(all)} ${what}${largestText(entries, all)}.`;
}

function chargeText({ cost, unpriced }: Tally): string {
  const amount = `$${cost.toFixed(cost < 0.01 ? 6 : 2)}`;
  if (unpriced > 0) return cost > 0 ? `At least ${amount}` : "Unknown cost";
  return cost > 0 ? amount : "Nothing was charged";
}

/** The role with the largest share: of the money if all of it is known, otherwise of the tokens. */
function largestText(entries: Costs["entries"], all: Tally): string {
  const inMoney = all.cost > 0 && all.unpriced === 0;
  const size = ({ cost, tokens }: Tally) => (inMoney ? cost : tokens.input + tokens.output);
  const [largest] = tables.byRole(entries).toSorted((a, b) => size(b.tally) - size(a.tally));
  if (!largest || size(all) === 0) return "";
  const share = percent(size(largest.tally) / size(all));
  const [who, is] = largest.role === "player" ? ["the players", "are"] : [`the ${largest.role}`, "is"];
  return inMoney ? `; ${who} ${is} ${share} of it` : `; ${who} used ${share} of the tokens`;
}

/** More rows would push the transcript too far down. */
const MOST_TURNS = 40;

/** Of a session, or of some of its turns. `command`: how to call Rehearse. */
export function costSection(
  { entries: all, ...costs }: Costs,
  { result, command, range }: { result: SessionResult; command: string; range?: TurnRange },
): string[] {
  const entries = range ? all.filter(({ turn = -1 }) => turn >= range.from && turn <= range.to) : all;
  const { rows, ...tokens } = tables.tokenTable(entries);
  const rest = rows.length - 1 - MOST_TURNS;
  const verdict: Verdict = {
    ...costVerdict({ ...costs, entries }),
    ...(range && { headline: headlineOf(entries, `in ${turnsInWords(range)}`), facts: [] }),
    tables: [
      tables.roleTable(entries, answeredBy(result.models)),
      tables.playerTable(entries),
      { ...tokens, rows: rest > 0 ? [...rows.slice(0, MOST_TURNS), ...rows.slice(-1)] : rows },
    ].filter((table) => table.rows.length > 0),
    next:
      rest > 0
        ? [
            {
              says: `${counted(rest, "more row")}:`,
              command: `${command} report ${shellWord(result.dir)} --costs`,
            },
          ]
        : [],
  };
  return ["## Cost", "", verdictMarkdown(verdict, { level: 3 }), ""];
}

const answeredBy = ({ players, ...models }: SessionResult["models"]): Record<string, string | undefined> => ({
  ...models,
  player: [...new Set(players.map(({ model }) => model))].join(", "),
});
