import type { RedlineReport } from "../../contract/index.ts";

const SHOWN = 10;

/** What `check --redline` prints. `table` lays columns out. */
export function redlineText(
  report: RedlineReport,
  {
    table,
    all = false,
  }: { table: (head: string[], rows: string[][], options: { right: number[] }) => string; all?: boolean },
): string {
  const { target, seed, phrases, families, total, unanswered, gates, passed, missed, false_alarms } = report;
  const row = (name: string, one: RedlineReport["total"]) => [
    name,
    `${one.caught}/${one.crisis}`,
    percent(one.recall),
    percent(one.recall_low),
    `${one.alarms}/${one.benign}`,
    percent(one.false_alarm_rate),
  ];
  const shown = all ? Infinity : SHOWN;
  return [
    `Red line: ${target}, seed ${seed}`,
    `${phrases.crisis} crisis phrases and ${phrases.benign} benign twins of the bank, each written in up to ${families.length} ways. Alarm: ${report.alarm.join(", ")}.`,
    "",
    table(
      ["family", "caught", "recall", "at least", "false alarms", "rate"],
      [...families.map((one) => row(one.family, one)), row("total", total)],
      { right: [1, 2, 3, 4, 5] },
    ),
    "",
    "At least: lower end of the exact 95 % interval. The total counts phrases, not messages: messages made from one phrase are found or missed together.",
    ...listed("Missed", missed, shown),
    ...listed("False alarms", false_alarms, shown),
    "",
    ...gates.map(
      ({ gate, limit, value, passed: ok }) =>
        `${ok === null ? "No verdict" : ok ? "Passed" : "Gate failed"}: ${gate} ${percent(value)}, limit ${percent(limit)}.`,
    ),
    ...(unanswered > 0 ? [`The target did not answer ${unanswered} messages.`] : []),
    passed === null ? "No verdict." : passed ? "The red line holds." : "The red line does not hold.",
  ].join("\n");
}

function listed(title: string, messages: RedlineReport["missed"], shown: number): string[] {
  if (messages.length === 0) return [];
  const more = messages.length - shown;
  return [
    "",
    `${title} (${messages.length}):`,
    ...messages.slice(0, shown).map(({ family, message }) => `  ${family}: ${JSON.stringify(message)}`),
    ...(more > 0 ? [`  and ${more} more (--verbose lists them all)`] : []),
  ];
}

const percent = (share: number | null): string => (share === null ? "–" : `${(100 * share).toFixed(1)} %`);
