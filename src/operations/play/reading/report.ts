/** The report of a session or a matrix again, an excerpt of it, its costs; or the list of all sessions. */
import { basename, dirname, join } from "node:path";
import { z } from "zod";
import type { ListedSession, ReportResult, Verdict } from "../../../contract/index.ts";
import { callText, about, HarnessError, optionText } from "../../../kernel/errors/index.ts";
import { counted, turnsInWords } from "../../../kernel/report/index.ts";
import { JOURNAL_FILE } from "../../../kernel/run/index.ts";
import { exists, fileInfo, fileNotFound, writeFileSafely } from "../../../kernel/store/index.ts";
import {
  archiveSession,
  type Costs,
  costsOfSessions,
  excerpt,
  heardByAll,
  isAb,
  isBisect,
  isMatrix,
  journalCosts,
  listSessions,
  lostCallsIn,
  matrixOutcome,
  readAbResult,
  readBisectResult,
  readPlan,
  readSession,
  REPORT_FILE,
  reportPart,
  runCosts,
  sessionCosts,
  sessionsOf,
  storedReport,
  storedResult,
  storedRows,
  writeMatrix,
} from "../../../playtest/index.ts";
import { type Context, type Ran, operation } from "../../declaration.ts";
import { flag, path, runOptions } from "../../options.ts";
import { answer, tableOf } from "../../../kernel/verdict-words/index.ts";
import { refuseIdle } from "../../read-input.ts";
import { isExperiment } from "../replays/branch.ts";
import { outcomeLine } from "../session-run.ts";

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
    "Rewrites report.md and prints its verdict, or an excerpt, or costs. Without a folder it lists the sessions.\n\n" +
    "--costs adds up every attempt of a run, by role, player, model and turn, and for each agent in each turn. " +
    "It works on every folder with a calls.jsonl, even while the run is active, and includes judging. " +
    "For a matrix, an A/B test or a bisection it adds up all sessions, with players by archetype.",
  input,
  arguments: ["dir"],
  examples: [
    { input: { dir: "sessions/abc123" }, says: "Rewrite report.md." },
    { input: { dir: "sessions/abc123", turns: "18-25" }, says: "Read a part of it." },
    { input: { dir: "sessions/abc123", turns: "18-25", forLlm: true }, says: "Print an excerpt to paste." },
  ],
  plan: (asked) => {
    refuseMixed(asked);
    return asked;
  },
  async run(asked, context): Promise<Ran<ReportResult>> {
    const { dir = "sessions", archive, costs } = asked;
    if (archive) return { result: { archived: await archived(archive, context) } };
    if (costs) return { result: about("dir", () => runCosts(costsIn(dir))) };
    const sessions = fileInfo(dir)?.kind === "folder" ? listSessions(dir) : [];
    if (sessions.length > 0 || isExperiment(dir))
      refuseIdle(excerptOf(asked), `${dir} holds several sessions`);
    if (isMatrix(dir)) return { result: await matrixReport(dir, context) };
    if (isAb(dir) || isBisect(dir)) return { result: replaysReport(dir) };
    const reading = basename(dirname(dir)) === "readings" ? storedResult(dir) : undefined;
    if (reading) {
      refuseIdle(excerptOf(asked), `${dir} is a reading, and its session has the turns`);
      const { verdict } = reading;
      return { result: { file: join(dir, REPORT_FILE), verdict, ended: outcomeLine(reading) } };
    }
    if (asked.dir === undefined || sessions.length > 0) return { result: { sessions } };
    return sessionReport(dir, asked, context);
  },
  show: (result, { dir = "sessions" }) => shown(result, dir),
});

const excerptOf = ({ turns, forLlm }: Pick<Input, "turns" | "forLlm">) => ({
  turns,
  forLlm: forLlm || undefined,
});

/** One thing at a time. */
function refuseMixed({ dir, costs, archive, ...asked }: Input): void {
  const excerpt = excerptOf(asked);
  if (archive)
    refuseIdle({ dir, ...excerpt, costs: costs || undefined }, `${optionText("archive")} moves sessions`);
  if (costs) refuseIdle(excerpt, `${optionText("costs")} adds up the whole run`);
  const needy = Object.entries({ ...excerpt, costs: costs || undefined }).find(
    ([, value]) => value !== undefined,
  );
  if (needy && dir === undefined)
    throw new HarnessError({
      code: "missing-option",
      option: "dir",
      message: `${optionText(needy[0])} needs a folder.`,
      remedy: `Name the folder of a session. ${callText("report")} lists them.`,
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

async function matrixReport(dir: string, { harness: { command } }: Context): Promise<ReportResult> {
  const plan = readPlan(dir);
  const outcome = matrixOutcome({ dir, plan, command, ...storedRows(dir, plan) });
  await writeMatrix(outcome);
  return { file: join(dir, REPORT_FILE), verdict: outcome.verdict };
}

/** An A/B test or a bisect writes its report itself whenever it is played. */
function replaysReport(dir: string): ReportResult {
  const stored = isAb(dir) ? readAbResult(dir) : readBisectResult(dir);
  if (stored) return { file: join(dir, REPORT_FILE), verdict: stored.verdict };
  throw new HarnessError({
    code: "wrong-folder",
    option: "dir",
    message: `${dir} has no result yet: it was stopped before its first pair.`,
    remedy: `Resume it: ${callText("resume", { dir })}.`,
  });
}

async function sessionReport(
  dir: string,
  { turns, forLlm }: Input,
  { harness: { command }, on, isPublic }: Context,
): Promise<Ran<ReportResult>> {
  const session = about("dir", () => readSession(dir, { command }));
  const { unreadable } = session;
  const warn = (text: string) => on({ type: "note", level: "warning", text });
  if (turns === undefined && !forLlm) {
    // A report of all turns that was written earlier is kept.
    if (unreadable) throw unreadable;
    const file = join(dir, REPORT_FILE);
    await writeFileSafely(file, storedReport(dir, { ...session, command }));
    return { result: { file, verdict: session.result.verdict, ended: outcomeLine(session.result) } };
  }
  const { state, result } = isPublic ? heardByAll(session) : session;
  const range = rangeIn(turns ?? `1-${state.turn}`, state.turn);
  if (range.to > state.turn) {
    range.to = state.turn;
    warn(`The session has ${counted(state.turn, "turn")}: showing ${turnsInWords(range)}.`);
  }
  const text = forLlm ? excerpt(state, range, result) : reportPart({ state, range, result });
  if (unreadable) warn(`${unreadable.message}\n${unreadable.remedy}`);
  return { result: { text }, exit: unreadable?.exit };
}

function rangeIn(text: string, last: number): { from: number; to: number } {
  const [from = 0, to = from] = text.split("-").map(Number);
  if (from >= 1 && from <= to && from <= last) return { from, to };
  const why =
    from > to ? "ends before it begins" : `does not match: the session has ${counted(last, "turn")}`;
  throw new HarnessError({
    code: "bad-value",
    option: "turns",
    message: `${optionText("turns", text)} ${why}.`,
    remedy: `Write ${optionText("turns", "18-25")}, or a single turn.`,
  });
}

/** The journals of a run, or of all sessions of an experiment. */
function costsIn(dir: string): Costs {
  if (isExperiment(dir)) {
    const sessions = sessionsOf(dir);
    return withLost(costsOfSessions(sessions), sessions);
  }
  if (fileInfo(dir)?.kind === "file") return journalCosts(dir, dirname(dir));
  const journal = join(dir, JOURNAL_FILE);
  if (!exists(journal))
    throw fileNotFound(exists(dir) ? journal : dir, {
      remedy: "Name the folder of a run: it holds a calls.jsonl.",
    });
  return withLost(sessionCosts(dir), [dir]);
}

const withLost = (costs: Costs, sessions: readonly string[]): Costs => ({
  ...costs,
  cautions: [...sessions.flatMap((dir) => lostCallsIn(dir)?.message ?? []), ...costs.cautions],
});

function shown(result: ReportResult, dir: string): Array<Verdict | string> {
  if ("sessions" in result) return [listVerdict(result.sessions, dir)];
  if ("archived" in result) return [];
  if ("text" in result) return [result.text];
  const { verdict = [] } = result;
  if (!("file" in result)) return [verdict].flat();
  return [result.ended ?? [], verdict, `Report: ${result.file}`].flat();
}

function listVerdict(sessions: readonly ListedSession[], dir: string): Verdict {
  const columns = [
    "folder",
    "played (UTC)",
    "story",
    "prompt",
    "narrator",
    "outcome",
    ">turns",
    ">overall",
    ">points lost",
    ">issues",
    ">USD",
    "branched from",
  ];
  const rows = sessions.map((session) => [
    basename(session.dir),
    session.at?.slice(0, 16).replace("T", " ") ?? null,
    session.story,
    session.prompt,
    session.narrator,
    session.outcome,
    session.turns,
    session.overall,
    session.pointsLost,
    session.issues,
    session.cost?.toFixed(4) ?? "unknown",
    session.branchedFrom ?? "",
  ]);
  return answer(
    sessions.length === 0 ? `No sessions in ${dir}.` : `${counted(sessions.length, "session")} in ${dir}.`,
    {
      cautions: sessions.flatMap(({ dir, unreadable }) =>
        unreadable === undefined ? [] : [`${basename(dir)} is unreadable: ${unreadable}`],
      ),
      tables: rows.length === 0 ? [] : [tableOf("Sessions", columns, rows)],
    },
  );
}
