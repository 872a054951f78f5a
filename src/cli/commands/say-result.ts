/** How a session went, for people or as a document; and the exit code that it earns. */
import { join } from "node:path";
import type { SessionResult } from "../../contract/index.ts";
import type { ExitCode } from "../../kernel/errors/index.ts";
import { HOUSE_NOTICE, type Played } from "../../playtest/index.ts";
import { terminalText, type Io } from "../frame/index.ts";

export function sayResult(io: Io, { result, stopped }: Played, asJson: boolean): ExitCode | 0 {
  if (asJson) io.json(result);
  else io.out(resultText(result));
  if (!stopped) return 0;
  io.warn(terminalText(`${stopped.message}\n${stopped.remedy}`));
  io.warn(`Go on with: rehearse resume ${result.dir}`);
  return stopped.exit;
}

export function resultText({ outcome, why, turns, pulses, tangents, privateMoments, issues, cost, totals, dir, house }: SessionResult): string {
  const money = totals.all.unpriced > 0 ? `at least $${cost.total.toFixed(4)}` : `$${cost.total.toFixed(4)}`;
  return terminalText(
    [
      ...(house ? [HOUSE_NOTICE.replaceAll("*", "")] : []),
      `${outcome}: ${why}`,
      `${turns} turns, ${pulses.detected}/${pulses.expected} pulses, ${tangents.length} tangents, ${privateMoments.length} private moments, ${issues.length} issues, ${money}`,
      ...issues.slice(0, 8).map(({ turn, type, description }) => `  turn ${turn}, ${type}: ${description}`),
      ...(issues.length > 8 ? [`  and ${issues.length - 8} more`] : []),
      `Report: ${join(dir, "report.md")}`,
    ].join("\n"),
  );
}
