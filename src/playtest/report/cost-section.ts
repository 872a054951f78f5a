import type { SessionResult, Tally, Totals } from "../../contract/index.ts";
import { possiblyText, recordedText } from "../../kernel/journal/index.ts";
import { counted, inline, markdownTable } from "../../kernel/report/index.ts";
import type { TurnRange } from "../session/index.ts";

/** Costs by role and turn: the fold of the session's journal. */
export function costSection({ totals, models, cost, judged }: SessionResult): string[] {
  const rows = [...Object.entries(totals.byRole), ["total", totals.all] as const].map(([role, tally]) => [
    inline(role),
    idsOf(role, models).map(inline).join(", "),
    ...numbers(tally),
  ]);
  const { all, calls } = totals;
  return [
    "## Cost",
    "",
    markdownTable(["Role", "Model", "Attempts", "Failed", "Input", "Cached", "Output", "USD"], rows),
    "",
    ...(judged
      ? [
          `Judging cost ${judged.unpriced > 0 ? "at least " : ""}$${(cost.byRole.judge ?? 0).toFixed(4)} more (role judge, in its own journals); $${cost.total.toFixed(4)} in total.`,
          "",
        ]
      : []),
    ...noteOf(possiblyText(all.possiblyBilled)),
    ...noteOf(all.recorded && recordedText(all.recorded)),
    ...(all.saved > 0 ? [`Prompt caching saved $${all.saved.toFixed(4)}.`, ""] : []),
    ...(calls.reused > 0
      ? [`${counted(calls.reused, "answer was", "answers were")} reused from earlier runs.`, ""]
      : []),
    ...(all.estimated > 0
      ? [
          `${counted(all.estimated, "attempt was", "attempts were")} not counted by the provider: the tokens are estimated.`,
          "",
        ]
      : []),
    ...costPerTurn(totals),
  ];
}

/** A sentence of its own. */
const noteOf = (text: string | undefined): string[] =>
  text === undefined ? [] : [`${text[0]!.toUpperCase()}${text.slice(1)}.`, ""];

type Share = { tokens: number; cost: number; unpriced: number };
const NOTHING: Share = { tokens: 0, cost: 0, unpriced: 0 };
const LONGEST_BAR = 16;
/** More rows would push the transcript too far down. */
const UNFOLDED = 30;

/** One row per turn: the cost of each role, with a bar. In tokens if nothing was charged. */
export function costPerTurn(
  { byTurn, byRole, all }: Totals,
  { from, to }: TurnRange = { from: 1, to: Infinity },
): string[] {
  const turns = Object.entries(byTurn)
    .map(([turn, { byRole = {} }]) => ({ turn: Number(turn), byRole }))
    .filter(({ turn }) => turn >= from && turn <= to)
    .sort((a, b) => a.turn - b.turn);
  if (turns.length === 0) return ["No call was made for these turns in this folder.", ""];
  const roles = Object.keys(byRole);
  const inMoney = all.cost > 0 || all.unpriced > 0;
  const size = ({ cost, tokens }: Share) => (inMoney ? cost : tokens);
  const show = (share: Share) => (inMoney ? usd(share) : String(share.tokens));
  const sums = turns.map(({ byRole }) => sum(Object.values(byRole)));
  const largest = Math.max(...sums.map(size)) || 1;
  const rows = turns.map(({ turn, byRole }, index) => [
    String(turn),
    ...roles.map((role) => show(byRole[role] ?? NOTHING)),
    show(sums[index]!),
    "█".repeat(Math.round((LONGEST_BAR * size(sums[index]!)) / largest)),
  ]);
  const title = `Per turn, in ${inMoney ? "USD" : "tokens (nothing was charged)"}`;
  const perTurn = [markdownTable(["Turn", ...roles.map(inline), "All", ""], rows), ""];
  return [
    ...(rows.length > UNFOLDED
      ? [`<details><summary>${title}: ${rows.length} turns</summary>`, "", ...perTurn, "</details>", ""]
      : [`${title}:`, "", ...perTurn]),
    ...outsideTurns(),
  ];

  /** Creating characters belongs to no turn, but is in the sums above. */
  function outsideTurns(): string[] {
    const rest =
      size({ tokens: all.tokens.input + all.tokens.output, cost: all.cost, unpriced: 0 }) - size(sum(sums));
    if (to !== Infinity || rest < 5e-7) return [];
    return [`Before the first turn: ${inMoney ? `$${rest.toFixed(6)}` : `${rest} tokens`}.`, ""];
  }
}

const sum = (shares: readonly Share[]): Share =>
  shares.reduce(
    (all, { tokens, cost, unpriced }) => ({
      tokens: all.tokens + tokens,
      cost: all.cost + cost,
      unpriced: all.unpriced + unpriced,
    }),
    NOTHING,
  );

const usd = ({ cost, unpriced }: Share): string =>
  unpriced === 0 ? cost.toFixed(6) : cost === 0 ? "?" : `≥ ${cost.toFixed(6)}`;

function idsOf(
  role: string,
  { narrator, players, spokesperson, classifier, observer }: SessionResult["models"],
): string[] {
  const byRole: Record<string, Array<string | undefined>> = {
    narrator: [narrator],
    player: players.map(({ model }) => model),
    spokesperson: [spokesperson],
    classifier: [classifier],
    observer: [observer],
  };
  return [...new Set((byRole[role] ?? []).filter((id) => id !== undefined))];
}

function numbers({ attempts, failed, tokens, cost, unpriced }: Tally): string[] {
  return [
    String(attempts),
    String(failed),
    String(tokens.input),
    String(tokens.cacheRead),
    String(tokens.output),
    unpriced > 0 ? `≥ ${cost.toFixed(4)}` : cost.toFixed(4),
  ];
}
