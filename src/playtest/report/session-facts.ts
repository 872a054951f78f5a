import type { SessionResult } from "../../contract/index.ts";
import { spentText, sumOf, type Spent } from "../../kernel/journal/index.ts";
import { counted, inline } from "../../kernel/report/index.ts";

/** Who really answered, and what was asked for where that is another name. */
export const answeredBy = (id: string, asked: string): string =>
  id === asked ? inline(id) : `${inline(id)} (asked for: ${inline(asked)})`;

/** In how many turns the model that is named did not classify. */
export function rulesStoodIn({ deviations = [] }: SessionResult): string {
  const turns = deviations.flatMap((each) => (each.kind === "classified-by-rules" ? each.turns : [])).length;
  return turns === 0 ? "" : `; rules in ${counted(turns, "turn")}, see Deviations`;
}

export function duration(ms: number): string {
  const seconds = Math.round(ms / 1_000);
  if (seconds < 1) return "under a second";
  return seconds < 60 ? `${seconds} s` : `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}

export function money(result: SessionResult): string {
  const digits = (amount: number) => (amount > 0 && amount < 0.01 ? 6 : 2);
  const spent = spentOnResult(result);
  const judging = result.cost.byRole.judge ?? 0;
  return `${spentText(spent, digits(spent.cost))}${result.judged ? `, $${judging.toFixed(digits(judging))} of it for judging` : ""}`;
}

/** Playing and judging together. */
export const spentOnResult = ({
  totals: { all },
  cost: { byRole },
  judged,
}: Pick<SessionResult, "totals" | "cost" | "judged">): Spent =>
  sumOf([
    all,
    ...(judged
      ? [
          {
            cost: byRole.judge ?? 0,
            unpriced: judged.unpriced,
            possiblyBilled: judged.possiblyBilled ?? { attempts: 0, atMost: 0, unpriced: 0 },
            recorded: judged.recorded,
          },
        ]
      : []),
  ]);
