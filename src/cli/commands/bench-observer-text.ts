/** What `bench observer` prints. */
import { counted } from "../../kernel/report/index.ts";
import {
  kindOfLabel,
  type KindScore,
  type Mistake,
  type ObserverBench,
  type ReadingEstimate,
} from "../../playtest/index.ts";
import { table } from "../frame/index.ts";

export function observerText(bench: ObserverBench): string {
  const { turns, hardNegatives, private: told, tangents, withoutSecondLook } = bench;
  return [
    `${bench.observer} read ${turns.read} of ${counted(turns.all, "turn")}.`,
    ...turns.unread.map(({ session, turn, why }) => `Unread: ${session}, turn ${turn}: ${why}`),
    "",
    kindTable(bench.kinds),
    "",
    `Hard negatives not flagged  ${hardNegatives.right} of ${hardNegatives.total}`,
    `Private passages            ${told.routed} of ${told.labelled} assigned to the right players, ${told.exposed} treated as public or assigned to others, ${counted(told.extra, "false alarm")}`,
    `Tangents                    ${tangents.hits} of ${tangents.labelled} found, end turn correct ${tangents.endsRight}, kind of ending correct ${tangents.howRight}, ${counted(tangents.found - tangents.hits, "false alarm")}`,
    `Quotes not in the text      ${bench.voidQuotes} of ${bench.quotes}`,
    `Second look                 ${bench.refuted} refuted, ${bench.unconfirmed} without a verdict`,
    `Cost                        ${counted(bench.calls, "call")}, ${number(bench.inputTokensPerTurn)} tokens in and ${number(bench.outputTokensPerTurn)} out per turn, ${bench.costPerTurn === null ? "price unknown" : `$${bench.costPerTurn.toFixed(5)} per turn`}`,
    "",
    `Without the second look (hard negatives not flagged: ${withoutSecondLook.hardNegatives.right} of ${withoutSecondLook.hardNegatives.total}):`,
    kindTable(withoutSecondLook.kinds),
  ].join("\n");
}

const kindTable = (kinds: readonly KindScore[]): string =>
  table(
    ["kind", "labelled", "found", "hits", "recall", "95 %", "precision", "95 %"],
    kinds.map(({ name, labelled, found, hits, recall, recallInterval, precision, precisionInterval }) => [
      name,
      ...[labelled, found, hits].map(String),
      share(recall),
      between(recallInterval),
      share(precision),
      between(precisionInterval),
    ]),
    { right: [1, 2, 3, 4, 5, 6, 7] },
  );

export const mistakesText = ({ misses, falseAlarms, fellFor }: ObserverBench): string =>
  [
    ...list("Missed:", misses),
    ...list("False alarms:", falseAlarms),
    ...list("Hard negatives taken for faults:", fellFor),
  ].join("\n");

const list = (title: string, mistakes: readonly Mistake[]): string[] => [
  "",
  title,
  ...(mistakes.length === 0
    ? ["  none"]
    : mistakes.map(
        ({ session, turn, type, quote, about }) =>
          `  ${session}, turn ${turn}, ${kindOfLabel(type)}: “${bare(quote)}”${about === undefined ? "" : ` (${about})`}`,
      )),
];

/** On one line, without quotation marks around the whole. */
const bare = (quote: string): string =>
  quote
    .replaceAll(/\s+/g, " ")
    .trim()
    .replace(/^["“](.*)["”]$/, "$1");

export function estimateText({ turns, calls, input, output, usd }: ReadingEstimate, model: string): string {
  const range = ({ low, high }: { low: number; high: number }) => `${number(low)} to ${number(high)}`;
  const price = usd ? `about $${usd.low.toFixed(3)} to $${usd.high.toFixed(3)}` : "price unknown";
  return `${counted(turns, "turn")} read by ${model}: ${range(calls)} calls, about ${range(input)} tokens in, ${range(output)} out, ${price}.`;
}

const number = (value: number | null): string =>
  value === null ? "-" : Math.round(value).toLocaleString("en");
const share = (value: number | null): string => value?.toFixed(3) ?? "-";
const between = (bounds: readonly number[] | null): string =>
  bounds?.map((bound) => bound.toFixed(2)).join("-") ?? "-";
