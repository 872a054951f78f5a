import type { MatrixOutcome } from "../matrix-result.ts";
import { meansPlot } from "./means-plot.ts";
import type { Plot } from "./plot.ts";
import { sessionsPlot } from "./sessions-plot.ts";

/** Means with their intervals, and every session as a mark. */
export const plotsOf = (outcome: MatrixOutcome): Plot[] =>
  [meansPlot(outcome), sessionsPlot(outcome)].filter((plot) => plot !== undefined);
