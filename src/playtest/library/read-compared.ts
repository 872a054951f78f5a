import { join } from "node:path";
import { foldJournal } from "../../kernel/journal/index.ts";
import { JOURNAL_FILE } from "../../kernel/run/index.ts";
import { loadLatest } from "../readings/index.ts";
import type { Compared } from "../compare/index.ts";
import { qualityOf, verdictsOn } from "../judge/index.ts";
import { weightsOf } from "../metrics/index.ts";
import { storedResult } from "../play/index.ts";

/** What comparing needs of a session's folder. */
export function readCompared(dir: string): Compared {
  const { state, notes } = loadLatest(dir);
  const stored = storedResult(dir);
  const metrics = stored?.turns === state.turn ? stored.metrics : null;
  const verdicts = verdictsOn(state, dir);
  return {
    dir,
    state,
    notes,
    totals: foldJournal(join(dir, JOURNAL_FILE)).fold.totals(),
    outcome: stored?.outcome ?? state.ending?.outcome ?? "unfinished",
    ...(metrics && { quality: metrics.quality, weights: weightsOf(metrics.composite) }),
    ...(verdicts.length > 0 && { quality: qualityOf(verdicts) }),
  };
}
