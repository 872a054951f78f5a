import type { SessionResult, Tally } from "../../contract/index.ts";
import { inline, markdownTable } from "../../kernel/report/index.ts";

/** Money by who spent it: the fold of the session's journal. */
export function costSection({ totals, models }: SessionResult): string[] {
  const rows = [...Object.entries(totals.byRole), ["total", totals.all] as const].map(([role, tally]) => [inline(role), idsOf(role, models).map(inline).join(", "), ...numbers(tally)]);
  const { all, calls } = totals;
  return [
    "## Cost",
    "",
    markdownTable(["Role", "Model", "Attempts", "Failed", "Input", "Cached", "Output", "USD"], rows),
    "",
    ...(all.saved > 0 ? [`Prompt caching saved $${all.saved.toFixed(4)}.`, ""] : []),
    ...(calls.reused > 0 ? [`${calls.reused} answers were re-used from earlier runs.`, ""] : []),
    ...(all.estimated > 0 ? [`${all.estimated} attempts were not counted by their provider: their tokens are estimated.`, ""] : []),
  ];
}

/** The ids that really answered in a role. */
function idsOf(role: string, { narrator, players, spokesperson, classifier, observer }: SessionResult["models"]): string[] {
  const byRole: Record<string, Array<string | undefined>> = { narrator: [narrator], player: players.map(({ model }) => model), spokesperson: [spokesperson], classifier: [classifier], observer: [observer] };
  return [...new Set((byRole[role] ?? []).filter((id) => id !== undefined))];
}

function numbers({ attempts, failed, tokens, cost, unpriced }: Tally): string[] {
  return [String(attempts), String(failed), String(tokens.input), String(tokens.cacheRead), String(tokens.output), unpriced > 0 ? `≥ ${cost.toFixed(4)}` : cost.toFixed(4)];
}
