export { Badge, OutcomeBadge, outcomeWords, VerdictBadge } from "./badge.tsx";
export { Command } from "./command.tsx";
export { copyText } from "./copy-text.ts";
export { Dialog } from "./dialog.tsx";
export * from "./format.ts";
export { IfLinked } from "./if-linked.tsx";
export { Icon, type IconName } from "./icon.tsx";
export {
  isJudged,
  metricChange,
  metricChanges,
  metricName,
  metricRange,
  metricValue,
  score,
} from "./metric-value.ts";
export { NARROW, useAddress, useMedia, useTitle } from "./page-hooks.ts";
export { QuoteLink } from "./quote-link.tsx";
export { RowList, type Pages } from "./row-list.tsx";
export { Meter, ScoreBar } from "./score-bar.tsx";
export { SearchField } from "./search-field.tsx";
export { Select } from "./select.tsx";
export { Empty, Loading, Problem } from "./states.tsx";
export { DataTable } from "./table.tsx";
export { TextDiff } from "./text-diff.tsx";
export { Tabs } from "./tabs.tsx";
export { useKeys, useListKeys } from "./use-keys.ts";
