import "./verdict.css";

export { Differences } from "./differences.tsx";
export { DecisionBanner, decisionTones } from "./decision-banner.tsx";
export { FindingQuotes } from "./finding-quotes.tsx";
export { MetricTable } from "./metric-table.tsx";
export { ResumeButton } from "./resume-button.tsx";
export { costFact, ExperimentFrame, Measured, type Fact } from "./experiment-frame.tsx";
