/** A session in numbers, from the fold alone. */
export { missingFrom, scoreParts, weightsOf } from "./composite.ts";
export { failedGates, passedGates, readGate, type Gate } from "./gate.ts";
export { lessIsBetter, metricOf, scoredMetrics, type ScoredMetric } from "./scored-metrics.ts";
export { TIME_TO_PAY_OFF } from "./private-moment-metrics.ts";
export { secretUses, type SecretUse } from "./secret-uses.ts";
export { segueQuality } from "./segue-quality.ts";
export { defaultWeights, sessionMetrics, unjudged, type MetricsOptions } from "./session-metrics.ts";
