/** The result of an A/B test: from its pairs, also while another process plays it, and as its files have it. */
import { join } from "node:path";
import {
  abResult,
  formatVersion,
  type AbPair,
  type AbPlan,
  type AbResult,
  type LostCalls,
  type SessionConfig,
} from "../../../contract/index.ts";
import { countedLostText, spentText } from "../../../kernel/journal/index.ts";
import { inline, noteCountsSection, verdictMarkdown } from "../../../kernel/report/index.ts";
import { exists, readStoredJson, resolveInside } from "../../../kernel/store/index.ts";
import { lastResult } from "../../play/index.ts";
import { loadCheckpoint } from "../../readings/index.ts";
import { unreadableResult } from "../experiment-report.ts";
import { quoteFrom } from "../matrix/compare/quote-from.ts";
import { notesIn, sessionsFolder, spentOnSessions } from "../run-experiment.ts";
import { inOrder } from "./ab-pairs.ts";
import { abVerdict, type AbVerdictOptions } from "./ab-verdict.ts";
import { decide } from "./decide.ts";

export const AB_RESULT = "ab.json";

/** Undefined: there is no `ab.json`. */
export function readAbResult(dir: string): AbResult | undefined {
  const path = join(dir, AB_RESULT);
  if (!exists(path)) return undefined;
  return readStoredJson(path, abResult, (problem) => unreadableResult(path, problem));
}

/** Nothing is written. */
export function abResultNow(
  dir: string,
  plan: AbPlan,
  {
    pairs,
    lost = [],
    endedBy = null,
    ...options
  }: Omit<AbVerdictOptions, "quoteOf"> & {
    pairs: readonly AbPair[];
    lost?: LostCalls[];
    endedBy?: string | null;
  },
): AbResult {
  const summary = abResult.shape.plan.parse(plan);
  const spent = spentOnSessions(dir);
  return {
    version: formatVersion,
    dir,
    verdict: abVerdict(
      summary,
      { pairs, cost: spentText(spent), stopped: endedBy !== null },
      { ...options, quoteOf: quoteFrom((replay) => lastResult(join(sessionsFolder(dir), replay))) },
    ),
    decision: decide(pairs),
    plan: summary,
    pairs: inOrder(pairs),
    spent,
    lost,
    notes: notesIn(dir),
    endedBy,
  };
}

export function abReport({ verdict, endedBy, lost, notes }: AbResult): string {
  const blocks = [
    "# A/B Report",
    verdictMarkdown(verdict),
    ...(endedBy === null ? [] : [`Ended early: ${inline(endedBy)}`]),
    ...lost.map((calls) => inline(countedLostText(calls))),
    noteCountsSection(notes).join("\n").trimEnd(),
  ];
  return `${blocks.filter((block) => block !== "").join("\n\n")}\n`;
}

/** The settings of A and of B at the first checkpoint, to show how they differ. */
export function armConfigs(dir: string, { checkpoints: [first], a, b }: AbPlan): SessionConfig[] {
  const { config } = loadCheckpoint(resolveInside(dir, first!.file)).state;
  return [a, b].map(({ wish }) => ({
    ...config,
    ...(wish.prompt && { prompt: wish.prompt.name, systemPrompt: wish.prompt.text }),
    ...(wish.storyGuide && { story: wish.storyGuide.id, storyGuide: wish.storyGuide }),
    ...(wish.guide && { guideForm: wish.guide }),
    ...(wish.narrator !== undefined && { narratorModel: wish.narrator }),
  }));
}
