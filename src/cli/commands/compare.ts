/** Sessions or branches side by side. */
import { compareSessions, loadLatest, readCosts, type Comparison } from "../../playtest/index.ts";
import { defineCommand, table, terminalText } from "../frame/index.ts";

export default defineCommand({
  name: "compare",
  summary: "Sessions or branches side by side",
  description: "What differs in how they were played, the first turn that differs with both texts, and issues, metrics and cost of each. It shows; whether a difference is more than chance needs many sessions.",
  args: { positionals: [{ name: "dir", help: "Session folders, two or more.", required: true, variadic: true, min: 2 }] },
  flags: { json: { type: "boolean", help: "Print one JSON document." } },
  examples: [{ command: "rehearse compare sessions/abc123 sessions/abc123-t22-2026-11-15-090000", does: "A session and its branch." }],
  async run({ flags, positionals: dirs, io }) {
    const comparison = compareSessions(dirs.map((dir) => ({ dir, ...loadLatest(dir), ...readCosts(dir) })));
    if (flags.json) return io.json(comparison);
    io.out(comparisonText(comparison));
  },
});

export function comparisonText({ sessions, differs, firstDifference }: Comparison, { listIssues = true }: { listIssues?: boolean } = {}): string {
  const letter = (index: number) => String.fromCharCode(65 + index);
  const head = ["", ...sessions.map((_, index) => letter(index))];
  const rows: Array<[string, (session: Comparison["sessions"][number]) => string]> = [
    ["outcome", ({ outcome }) => outcome],
    ["turns", ({ turns }) => String(turns)],
    ["pulses", ({ pulses }) => String(pulses)],
    ["tangents", ({ tangents }) => String(tangents)],
    ["turns to recover", ({ averageTangent }) => averageTangent?.toFixed(1) ?? "-"],
    ["forced segues", ({ forcedSegues }) => String(forcedSegues)],
    ["private moments", ({ privateMoments, payoffs }) => `${privateMoments} (${payoffs} came back)`],
    ["issues", ({ issues }) => String(issues.length)],
    ["USD", ({ cost }) => cost?.toFixed(4) ?? "unknown"],
  ];
  const lines = [
    ...sessions.map(({ dir }, index) => `${letter(index)}  ${dir}`),
    "",
    table(head, rows.map(([name, show]) => [name, ...sessions.map(show)])),
    "",
    Object.keys(differs).length === 0 ? "Played with the same settings." : table(["differs", ...head.slice(1)], Object.entries(differs).map(([name, values]) => [name, ...values])),
    "",
    firstDifference === null
      ? "No difference in what was said, in the turns that all have."
      : [`First difference: turn ${firstDifference.turn}, ${firstDifference.where}`, ...firstDifference.texts.map((said, index) => `\n${letter(index)}: ${said}`)].join("\n"),
    ...sessions.flatMap(({ issues }, index) => (listIssues ? issues : []).map(({ turn, type, description }) => `\n${letter(index)}, turn ${turn}, ${type}: ${description}`)),
  ];
  return terminalText(lines.join("\n"));
}
