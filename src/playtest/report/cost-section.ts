/** What calls cost, in a sentence and in tables. */
import type { RunCosts, SessionResult, Tally, Totals, Verdict } from "../../contract/index.ts";
import { costCautions, sumTallies, totalsOf } from "../../kernel/journal/index.ts";
import { stepTo } from "../../kernel/verdict-words/index.ts";
import { counted, inline, stepMarkdown, tableMarkdown, dollars } from "../../kernel/report/index.ts";
import * as tables from "./cost-tables.ts";

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
    headline: `${chargeText(all)} for ${counted(all.attempts, "attempt")}; ${counted(calls.completed, "call")} answered.`,
    cautions: [...cautions, ...costCautions(all)],
    because: [],
    facts: [
      { label: "Saved by prompt caching", value: all.saved > 0 ? dollars(all.saved) : null },
      { label: "Answers reused from earlier runs", value: calls.reused || null },
    ].filter(({ value }) => value !== null),
    findings: [],
    tables: [
      tables.roleTable(entries),
      tables.playerTable(entries),
      tables.modelTable(entries),
      tables.tokenTable(entries),
    ].filter(({ rows }) => rows.length > 0),
    next: [],
  };
}

function chargeText({ cost, unpriced, possiblyBilled }: Tally): string {
  const amount = dollars(cost);
  if (unpriced > 0) return cost > 0 ? `At least ${amount}` : "Unknown cost";
  if (cost > 0) return amount;
  return possiblyBilled.atMost > 0 ? "No confirmed charge" : "Nothing was charged";
}

/** Tokens by turn and agent. `command`: how to call Rehearse. */
export function costLines(
  costs: Costs,
  { result, command }: { result: SessionResult; command: string },
): string[] {
  const { headline, cautions } = costVerdict(costs);
  const table = tables.tokenTable(costs.entries);
  const more = { operation: "report", input: { dir: result.dir, costs: true } };
  return [
    inline(headline),
    ...cautions.map(inline),
    ...(table.rows.length === 0 ? [] : [`${table.title}:`, "", ...tableMarkdown(table)]),
    "",
    stepMarkdown(stepTo("By role, player and model:", more, command)),
  ];
}
