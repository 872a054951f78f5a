/** Plays what is still to be played of a matrix, writes what was found, and tells it. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { shellWord } from "../../config/started-by.ts";
import type { MatrixPlan } from "../../contract/index.ts";
import type { ExitCode } from "../../kernel/errors/index.ts";
import type { Harness } from "../../kernel/run/index.ts";
import { matrixOutcome, RESULT_FILE, runMatrix, writeMatrixResult, type MatrixNews } from "../../playtest/index.ts";
import type { Io } from "../frame/index.ts";

/** Enough to keep several providers busy. */
export const USUAL_CONCURRENCY = 10;

export async function goOnWithMatrix({ harness, io, dir, plan, concurrency, budget, signal }: { harness: Harness; io: Io; dir: string; plan: MatrixPlan; concurrency: number; budget?: number; signal?: AbortSignal }): Promise<ExitCode | 0> {
  const progress = io.progress("sessions", plan.sessions.length);
  const { rows, endedBy } = await runMatrix(harness, { dir, plan, concurrency, budget, signal, onNews: (news) => progress.show(newsText(news)) }).finally(() => progress.done());
  const outcome = matrixOutcome({ dir, plan, rows });
  await writeMatrixResult(outcome);
  if (io.asJson) io.json(JSON.parse(readFileSync(join(dir, RESULT_FILE), "utf8")));
  else io.out(`${rows.length} sessions, $${outcome.totalCost.toFixed(4)}\n${join(dir, RESULT_FILE)}`);
  if (endedBy) {
    io.warn([endedBy.message, ...(endedBy.exit === 2 ? [endedBy.remedy] : []), `Go on with: ${io.command(`resume ${shellWord(dir)}`)}`].join("\n"));
    return endedBy.exit;
  }
  return 0;
}

const newsText = ({ done, planned, running, failed, turns, cost }: MatrixNews): string => `${done}/${planned} done, ${running} running${failed > 0 ? `, ${failed} failed` : ""}, ${turns} turns, $${cost.toFixed(4)}`;
