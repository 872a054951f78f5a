import type { ScorePart, SessionMetrics } from "../../contract/index.ts";
import type { SessionState } from "../session/index.ts";
import { countedMetrics, countedSoFar, type CountedMetric } from "./counted-metrics.ts";
import type { Coverage } from "./reading-coverage.ts";
import { metricOf, scoredMetrics, type ScoredMetric } from "./scored-metrics.ts";

type Kind = "beats" | "reader" | "mechanical" | "both" | "judge";
type Name = Exclude<ScoredMetric, "overall"> | CountedMetric;

const kinds: Record<Name, Kind> = {
  completion: "beats",
  "turns-per-pulse": "beats",
  efficiency: "beats",
  evenness: "beats",
  "longest-gap": "beats",
  "recovery-rate": "reader",
  "segue-quality": "reader",
  "failures-per-10-turns": "both",
  soundness: "both",
  "private-fit": "reader",
  "pay-off-rate": "reader",
  "relay-survival": "reader",
  coherence: "judge",
  atmosphere: "judge",
  "player-agency": "judge",
  pacing: "judge",
  "story-guide-adherence": "judge",
  "character-integration": "judge",
  "fun-factor": "judge",
  failures: "both",
  breakdowns: "mechanical",
  loops: "both",
  contradictions: "reader",
  confusion: "reader",
  stuck: "mechanical",
  "secret-leaks": "both",
  "ignored-players": "reader",
  "forced-segues": "reader",
  "longest-tangent": "reader",
  "turns-to-recover": "reader",
  "spoiled-moments": "both",
};

const mechanicalAlone: ReadonlySet<string> = new Set<Name>(["loops", "secret-leaks", "spoiled-moments"]);
/** Missing where nobody read. */
export const needsReader = (metric: string): boolean =>
  metric in kinds && ["reader", "both"].includes(kinds[metric as Name]) && !mechanicalAlone.has(metric);

const ofPart: Record<ScorePart, Kind> = {
  completion: "beats",
  efficiency: "beats",
  evenness: "beats",
  recovery: "reader",
  segues: "reader",
  soundness: "both",
  payoffs: "reader",
  relay: "reader",
  quality: "judge",
};

/** Who says so, for every metric by its name: `reader: MODEL`, `judge: MODEL`, `person`, `classifier: MODEL`, `mechanical`, `missing`. */
export function metricSources(
  metrics: Omit<SessionMetrics, "sources">,
  { state, read, judge = "judge" }: { state: SessionState; read: Coverage; judge?: string },
): Record<string, string> {
  const reader = read.enough ? [read.source!] : [];
  const by: Record<Kind, string[]> = {
    beats: [beatSource(state, read)],
    reader,
    mechanical: ["mechanical"],
    both: [...reader, "mechanical"],
    judge: [judge],
  };
  const said = (value: number | null, sources: readonly string[]) =>
    value === null ? "missing" : [...new Set(sources)].join(", ");
  return {
    overall: said(
      metrics.overall,
      metrics.composite.parts.flatMap(({ name }) => by[ofPart[name]]),
    ),
    ...Object.fromEntries(
      scoredMetrics
        .filter((name) => name !== "overall")
        .map((name) => [name, said(metricOf(metrics, name), by[kinds[name]])]),
    ),
    ...Object.fromEntries(
      countedMetrics.map((name) => [name, said(countedSoFar(metrics, name), by[kinds[name]])]),
    ),
  };
}

/** Beats are what the classifier says: our rules, or a model. In a transcript played elsewhere the reader says so. */
function beatSource({ records }: SessionState, read: Coverage): string {
  if (records.some(({ classification }) => classification.unclassified)) return read.source ?? "missing";
  const model = records.findLast(({ classification }) => classification.source !== "rules");
  return model ? `classifier: ${model.classification.source}` : "mechanical";
}
