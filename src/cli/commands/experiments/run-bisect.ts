/** Plays what is still to be played of a bisect, writes what was found, and tells it. */
import { join } from "node:path";
import type { BisectPlan, BisectResult } from "../../../contract/index.ts";
import type { ExitCode } from "../../../kernel/errors/index.ts";
import { atMostOf } from "../../../kernel/journal/index.ts";
import { shorten } from "../../../kernel/report/index.ts";
import type { Harness } from "../../../kernel/run/index.ts";
import {
  bisectColumns,
  bisectLines,
  bisectRows,
  EMBEDDED,
  runBisect,
  type BisectNews,
} from "../../../playtest/index.ts";
import { table, terminalText, type Io } from "../../frame/index.ts";
import { largerBudget, resumeHint } from "../harness/resume-hint.ts";

export async function goOnWithBisect({
  harness,
  io,
  dir,
  plan,
  budget,
  signal,
}: {
  harness: Harness;
  io: Io;
  dir: string;
  plan: BisectPlan;
  budget?: number;
  signal?: AbortSignal;
}): Promise<ExitCode | 0> {
  const progress = io.progress("bisect");
  const run = await runBisect(harness, {
    dir,
    plan,
    budget,
    signal,
    onNews: (news) => progress.show(newsText(news)),
  }).finally(() => progress.done());
  const { result } = run;
  if (io.asJson) io.json(result);
  else tell(io, result);
  const { endedBy } = run;
  if (!endedBy) {
    if (!run.finding.decided) io.say(resumeHint(io, dir, { harness, times: 2 * plan.times }));
    return 0;
  }
  io.warn(
    terminalText(
      [
        endedBy.message,
        ...(endedBy.exit === 2 ? [endedBy.remedy] : []),
        resumeHint(io, dir, {
          harness,
          ...(endedBy.exit === 4 && { budget: largerBudget(budget ?? plan.budget, atMostOf(run.spent)) }),
        }),
      ].join("\n"),
    ),
  );
  return endedBy.exit;
}

/** Enough to see which turn it is; the whole of it stands in the report. */
const SHOWN = 400;

function tell(io: Io, result: BisectResult): void {
  const { says, said, byTurn, house, dir } = result;
  if (house) io.out(EMBEDDED);
  io.out([io.style("bold", terminalText(says)), ...bisectLines(result).map(terminalText)].join("\n"));
  if (byTurn.length > 0) io.out(`\n${table(bisectColumns, bisectRows(result), { right: [1, 2, 4, 5] })}`);
  if (said)
    io.out(
      terminalText(
        [
          ``,
          `Turn ${said.turn}, narrator: ${shorten(said.narrator, SHOWN)}`,
          ...(said.relay === null ? [] : [`Turn ${said.turn}, for the group: ${shorten(said.relay, SHOWN)}`]),
        ].join("\n"),
      ),
    );
  io.out(`\nReport: ${join(dir, "report.md")}`);
}

function newsText({ done, of, finding: { turn, probability, kind }, cost }: BisectNews): string {
  const belief =
    done === 0
      ? ""
      : kind === "no-single-turn"
        ? `, no single turn ${shown(probability)}`
        : turn === null
          ? `, recovers from all ${shown(probability)}`
          : `, turn ${turn} ${shown(probability)}`;
  return `${done}/${of} replays at most${belief}, $${cost.toFixed(4)}`;
}
const shown = (probability: number): string => `${Math.floor(probability * 100)} %`;
