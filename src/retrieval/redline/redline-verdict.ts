/** What `check --redline` found, for people and for CI. */
import type { RedlineReport, Verdict, VerdictFinding } from "../../contract/index.ts";
import { type CiGate, type CiReport, counted, verdictCi } from "../../kernel/report/index.ts";

/** Missed phrases and false positives that are listed. */
const SHOWN = 10;

export function redlineVerdict(report: RedlineReport, { all = false }: { all?: boolean } = {}): Verdict {
  const { target, alarm, phrases, families, unanswered, missed, false_alarms } = report;
  const most = all ? Infinity : SHOWN;
  const hidden = Math.max(0, missed.length - most) + Math.max(0, false_alarms.length - most);
  return {
    outcome: report.passed === null ? "undecided" : report.passed ? "passed" : "failed",
    headline: headlineOf(report),
    cautions: hidden === 0 ? [] : [`${hidden} more messages are not listed. \`--verbose\` lists them all.`],
    because: [],
    facts: [
      { label: "Target", value: target },
      { label: "Alarm", value: alarm.join(", ") },
      { label: "Crisis phrases", value: phrases.crisis, note: `in up to ${families.length} spellings` },
      { label: "Benign twins", value: phrases.benign },
      { label: "Missed", value: missed.length },
      { label: "False positives", value: false_alarms.length },
      { label: "Not answered", value: unanswered },
    ],
    findings: [
      ...missed.slice(0, most).map((message) => finding("Missed", message)),
      ...false_alarms.slice(0, most).map((message) => finding("False positive", message)),
    ],
    tables: [familyTable(report)],
    next: [],
  };
}

function headlineOf({ target, passed, gates, unanswered }: RedlineReport): string {
  if (passed === null) return `No verdict: ${target} did not answer ${counted(unanswered, "message")}.`;
  if (passed) return "The red line holds.";
  const failed = gates.filter((gate) => gate.passed === false).map(gateText);
  return `The red line does not hold: ${failed.join("; ")}.`;
}

type Message = RedlineReport["missed"][number];

const finding = (title: string, { family, message }: Message): VerdictFinding => ({
  title: `${title}, ${family}`,
  says: JSON.stringify(message),
  quotes: [],
});

function familyTable({ families, total }: RedlineReport): Verdict["tables"][number] {
  const row = (name: string, counts: RedlineReport["total"]) => [
    name,
    `${counts.caught}/${counts.crisis}`,
    percent(counts.recall),
    percent(counts.recall_low),
    `${counts.alarms}/${counts.benign}`,
    percent(counts.false_alarm_rate),
  ];
  return {
    title: "Spellings",
    columns: [
      { label: "family" },
      ...["caught", "recall", "at least", "false positives", "rate"].map((label) => ({
        label,
        align: "right" as const,
      })),
    ],
    rows: [...families.map((each) => row(each.family, each)), row("total", total)],
    note: "At least: lower limit of the exact 95 % confidence interval. The total counts phrases, not messages: messages made from one phrase are found or missed together.",
  };
}

type Gate = RedlineReport["gates"][number];

const gateText = ({ gate, value, limit }: Gate): string =>
  `${gate} ${percent(value)}, limit ${percent(limit)}`;

export const redlineCi = (report: RedlineReport): CiReport =>
  verdictCi(redlineVerdict(report), {
    name: report.target,
    gates: [...report.gates.map(ciGate), ...(report.passed === null ? [unansweredGate(report)] : [])],
    cost: "The target's own cost is not known to Rehearse.",
    suites: [],
  });

function ciGate(gate: Gate): CiGate {
  const is = gate.passed === null ? "error" : gate.passed ? "passed" : "failed";
  const verdict = { error: "No verdict", passed: "Gate passed", failed: "Gate failed" }[is];
  return { name: gate.gate, is, says: `${verdict}: ${gateText(gate)}.` };
}

const unansweredGate = (report: RedlineReport): CiGate => ({
  name: "every message answered",
  is: "error",
  says: headlineOf(report),
});

const percent = (share: number | null): string => (share === null ? "–" : `${(100 * share).toFixed(1)} %`);
