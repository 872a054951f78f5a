/** Plays what is still to be played of an A/B test, writes what was found, and tells it. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { AbPlan } from "../../../contract/index.ts";
import type { ExitCode } from "../../../kernel/errors/index.ts";
import { atMostOf } from "../../../kernel/journal/index.ts";
import type { Harness } from "../../../kernel/run/index.ts";
import {
  abLines,
  comparisonTable,
  EMBEDDED,
  howNear,
  runAb,
  winnerLine,
  type AbNews,
} from "../../../playtest/index.ts";
import { table, terminalText, type Io } from "../../frame/index.ts";
import { largerBudget, resumeHint } from "../harness/resume-hint.ts";

export async function goOnWithAb({
  harness,
  io,
  dir,
  plan,
  concurrency,
  budget,
  signal,
}: {
  harness: Harness;
  io: Io;
  dir: string;
  plan: AbPlan;
  concurrency: number;
  budget?: number;
  signal?: AbortSignal;
}): Promise<ExitCode | 0> {
  const progress = io.progress("ab");
  const run = await runAb(harness, {
    dir,
    plan,
    concurrency,
    budget,
    signal,
    onNews: (news) => progress.show(newsText(news)),
  }).finally(() => progress.done());
  if (io.asJson) io.json(JSON.parse(readFileSync(join(dir, "ab.json"), "utf8")));
  else {
    if (plan.embedded) io.out(EMBEDDED);
    io.out(
      [io.style("bold", terminalText(winnerLine(plan, run))), ...abLines(plan, run).map(terminalText)].join(
        "\n",
      ),
    );
    if (run.comparison && run.decision.pairsUsed > 1) {
      const { head, rows, notes } = comparisonTable(run.comparison, plan);
      io.out(
        terminalText(
          ["", table(head, rows, { right: head.map((_, at) => at).slice(1) }), "", ...notes].join("\n"),
        ),
      );
    }
    io.out(`\nReport: ${join(dir, "report.md")}`);
  }
  const { endedBy } = run;
  if (!endedBy) {
    // Every pair was played, and it is not decided.
    if (howNear(plan, run.decision)?.canGoOn) io.say(resumeHint(io, dir, { harness, times: 2 * plan.times }));
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

function newsText({ doing, done, of, decision, cost }: AbNews): string {
  if (doing === "noise") return `noise floor ${done}/${of}, $${cost.toFixed(4)}`;
  return `pair ${done}/${of}${decision ? `, A ${decision.wins.a} : ${decision.wins.b} B, E ${Number(decision.eValue.toPrecision(3))}` : ""}, $${cost.toFixed(4)}`;
}
