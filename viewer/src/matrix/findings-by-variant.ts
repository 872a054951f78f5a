import type { MatrixView } from "../../../src/contract/index.ts";
import type { FindingQuote } from "../verdict/finding-quotes.tsx";

type Variant = { prompt: string; narrator?: string | undefined };

const nameOf = ({ prompt, narrator }: Variant): string =>
  narrator === undefined ? prompt : `${prompt} with ${narrator}`;

/** Findings of each prompt (and narrator, if there are several), with the change against the baseline. */
export function findingsByVariant({
  findings = [],
  baseline,
}: Pick<MatrixView, "findings" | "baseline">): Array<{ name: string; findings: FindingQuote[] }> {
  const changes = new Map(
    (baseline?.findings ?? []).map((one) => [`${nameOf(one)}/${one.type}`, changeText(one)] as const),
  );
  return [...Map.groupBy(findings, nameOf)].map(([name, own]) => ({
    name,
    findings: own.map((one) => ({ ...one, change: changes.get(`${name}/${one.type}`) })),
  }));
}

type Change = NonNullable<NonNullable<MatrixView["baseline"]>["findings"]>[number];

const changeText = ({ change, before, now, of, p }: Change): string =>
  `${change} since the baseline: in ${before} of ${of} sessions before, ${now} now${change !== "unchanged" && p > 0.05 ? "; may be chance" : ""}`;
