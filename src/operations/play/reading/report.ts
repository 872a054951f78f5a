/** The report of a session or a matrix again, an excerpt of it, its costs; or the list of all sessions. */
import { basename, join } from "node:path";
import { z } from "zod";
import { shellWord } from "../../../config/started-by.ts";
import type { ListedSession, ReportResult, Verdict } from "../../../contract/index.ts";
import { HarnessError, optionText } from "../../../kernel/errors/index.ts";
import { counted, turnsInWords } from "../../../kernel/report/index.ts";
import { fileInfo, writeFileSafely } from "../../../kernel/store/index.ts";
import {
  archiveSession,
  excerpt,
  heardByAll,
  isAb,
  isBisect,
  isMatrix,
  keptNotes,
  listSessions,
  matrixOutcome,
  readPlan,
  readSession,
  REPORT_FILE,
  reportPart,
  sessionCosts,
  storedReport,
  storedRows,
  writeMatrix,
} from "../../../playtest/index.ts";
import type { Context, Ran } from "../../declaration.ts";
import { operation } from "../../operation.ts";
import { flag, path, runOptions } from "../../options.ts";
import { costsResult } from "./report-costs.ts";

const input = z.strictObject({
  dir: path()
    .optional()
    .meta({
      description: `A session or a matrix; with ${optionText("costs")} any run; or a folder of sessions, to list them. Default: sessions.`,
    }),
  turns: z
    .string()
    .regex(/^\d+(-\d+)?$/, { error: "is not a turn or a range of turns, such as 18-25." })
    .optional()
    .meta({ description: "Print only these turns.", value: "18-25" }),
  forLlm: flag("Print an excerpt with its context, to paste into a chat."),
  costs: flag("Print what it cost, by role, player, model and turn."),
  archive: z.array(path()).min(1).optional().meta({
    description: "Move this session into the folder archive beside it.",
    value: "DIR",
    whole: true,
  }),
  config: runOptions.config,
});

type Input = z.output<typeof input>;

export default operation({
  name: "report",
  surfaces: ["mcp"],
  description:
    "--costs adds up every attempt of a run, by role, player, model and turn, and for each agent in each turn. It works on every folder with a calls.jsonl, even while the run is active, and includes judging. For a matrix, an A/B test or a bisect it adds up all sessions, with players by archetype.",
  input,
  arguments: ["dir"],
  examples: [
    { input: { dir: "sessions/abc123" }, says: "Write report.md again." },
    { input: {}, says: "List all sessions." },
    {
      input: { dir: "matrices/mini-2026-11-15-090000" },
      says: "Of a matrix: report.md and matrix.json.",
    },
    { input: { dir: "sessions/abc123", turns: "18-25" }, says: "Read a part of it." },
    { input: { dir: "sessions/abc123", turns: "18-25", forLlm: true }, says: "Print an excerpt to paste." },
    { input: { dir: "sessions/abc123", costs: true }, says: "Tokens and dollars of each agent and turn." },
    { input: { archive: ["sessions/abc123"] }, says: "Archive a session." },
  ],
  plan: (asked) => {
    refuseMixed(asked);
    return asked;
  },
  async run(asked, context): Promise<Ran<ReportResult>> {
    const { dir = "sessions", archive, costs } = asked;
    if (archive) return { result: { archived: await archived(archive, context) } };
    if (costs) return { result: costsResult(dir) };
    if (isMatrix(dir)) return { result: await matrixReport(dir, context) };
    if (isAb(dir) || isBisect(dir)) throw noReport(dir, context);
    const sessions = fileInfo(dir)?.kind === "folder" ? listSessions(dir) : [];
    if (asked.dir === undefined || sessions.length > 0) return { result: { sessions } };
    return sessionReport(dir, asked, context);
  },
  show: (result, { dir = "sessions" }) => shown(result, dir),
});

/** One thing at a time. */
function refuseMixed({ dir, turns, forLlm, costs, archive }: Input): void {
  const given = Object.entries({ dir, turns, forLlm, costs, archive }).flatMap(([name, value]) =>
    value === undefined || value === false ? [] : [name],
  );
  const needy = given.find((name) => name !== "dir" && name !== "archive");
  const fitting = [["archive"], ["dir", "costs"], ["dir", "turns", "forLlm"]];
  if (!fitting.some((all) => given.every((name) => all.includes(name)))) {
    const apart = given.filter((name) => name !== "dir" || given.includes("archive"));
    throw new HarnessError({
      code: "bad-combination",
      option: given.at(-1),
      message: `${apart.map((name) => optionText(name)).join(" and ")} cannot be combined.`,
      remedy: `Leave out ${optionText(given.at(-1)!)}, or ask for it in a report of its own.`,
    });
  }
  if (needy !== undefined && dir === undefined)
    throw new HarnessError({
      code: "missing-option",
      option: "dir",
      message: `${optionText(needy)} needs a folder.`,
      remedy: "Name the folder of a session. `rehearse report` lists them.",
    });
}

/** One at a time: if a move fails, the notes show which sessions were moved. */
async function archived(
  dirs: readonly string[],
  { on }: Context,
): Promise<Array<{ from: string; to: string }>> {
  const moved = [];
  for (const dir of dirs) {
    const one = await archiveSession(dir);
    moved.push(one);
    on({ type: "note", text: `${one.from} → ${one.to}` });
  }
  return moved;
}

async function matrixReport(dir: string, { on }: Context): Promise<ReportResult> {
  const plan = readPlan(dir);
  const outcome = matrixOutcome({ dir, plan, ...storedRows(dir, plan) });
  for (const text of keptNotes(outcome.rows)) on({ type: "note", level: "warning", text });
  await writeMatrix(outcome);
  return { file: join(dir, REPORT_FILE) };
}

const noReport = (dir: string, { harness: { command } }: Context): HarnessError =>
  new HarnessError({
    code: "wrong-folder",
    option: "dir",
    message: `${dir} is ${isAb(dir) ? "an A/B test" : "a bisect"}, not a session or a matrix.`,
    remedy: `\`${command} resume ${shellWord(dir)}\` rewrites its report.md; if it is not finished, this resumes it. Its sessions are in ${join(dir, "sessions")}.`,
  });

async function sessionReport(
  dir: string,
  { turns, forLlm }: Input,
  { harness: { command }, on, isPublic }: Context,
): Promise<Ran<ReportResult>> {
  const session = readSession(dir, { command });
  const { unreadable } = session;
  const warn = (text: string) => on({ type: "note", level: "warning", text });
  if (turns === undefined && !forLlm) {
    // A report of all turns that was written earlier is kept.
    if (unreadable) throw unreadable;
    const file = join(dir, REPORT_FILE);
    await writeFileSafely(file, storedReport(dir, { ...session, command }));
    return { result: { file, verdict: session.result.verdict } };
  }
  const { state, result } = isPublic ? heardByAll(session) : session;
  const range = rangeIn(turns ?? `1-${state.turn}`, state.turn);
  if (range.to > state.turn) {
    range.to = state.turn;
    warn(`The session has ${counted(state.turn, "turn")}: showing ${turnsInWords(range)}.`);
  }
  const text = forLlm
    ? excerpt(state, range, result)
    : reportPart({ state, costs: sessionCosts(dir), range, result, command });
  if (unreadable) warn(`${unreadable.message}\n${unreadable.remedy}`);
  return { result: { text }, exit: unreadable?.exit };
}

function rangeIn(text: string, last: number): { from: number; to: number } {
  const [from = 0, to = from] = text.split("-").map(Number);
  if (from >= 1 && from <= to && from <= last) return { from, to };
  throw new HarnessError({
    code: "bad-value",
    option: "turns",
    message: `${optionText("turns", text)} does not match: the session has ${counted(last, "turn")}.`,
    remedy: `Write ${optionText("turns", "18-25")}, or a single turn.`,
  });
}

function shown(result: ReportResult, dir: string): Array<Verdict | string> {
  if ("sessions" in result) return [listVerdict(result.sessions, dir)];
  if ("archived" in result) return [];
  if ("text" in result) return [result.text];
  const verdict = result.verdict ?? [];
  return "file" in result ? [verdict, `Written to ${result.file}`].flat() : [verdict].flat();
}

function listVerdict(sessions: readonly ListedSession[], dir: string): Verdict {
  const left = ["folder", "played (UTC)", "story", "prompt", "narrator", "outcome"];
  const columns = [
    ...left.map((label) => ({ label })),
    ...["turns", "issues", "USD"].map((label) => ({ label, align: "right" as const })),
    { label: "branched from" },
  ];
  const rows = sessions.map((session) => [
    basename(session.dir),
    session.at?.slice(0, 16).replace("T", " ") ?? null,
    session.story,
    session.prompt,
    session.narrator,
    session.outcome,
    session.turns,
    session.issues,
    session.cost?.toFixed(4) ?? "unknown",
    session.branchedFrom ?? "",
  ]);
  return {
    outcome: "done",
    headline:
      sessions.length === 0 ? `No sessions in ${dir}.` : `${counted(sessions.length, "session")} in ${dir}.`,
    cautions: [],
    because: [],
    facts: [],
    findings: [],
    tables: rows.length === 0 ? [] : [{ title: "Sessions", columns, rows }],
    next: [],
  };
}
