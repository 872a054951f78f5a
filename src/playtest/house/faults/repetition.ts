import type { Planted } from "../house-truth.ts";
import { sentences } from "../words/index.ts";

/** The truth about an output that says an earlier one again. It quotes the longest sentence: edits leave sentences in their order. */
export function repetition({
  source,
  ...planted
}: Pick<Planted, "fault" | "kind" | "turn" | "text"> & {
  source: { turn: number; text: string };
}): Planted {
  const said = sentences(planted.text);
  const [quote, earlier] = sentences(source.text)
    .map((sentence, index): [string, string] => [said[index] ?? "", sentence])
    .filter(([quote, sentence]) => quote !== "" && !sentence.includes("[["))
    .reduce((longest, pair) => (pair[1].length > longest[1].length ? pair : longest), ["", ""]);
  return {
    ...planted,
    about: `turn ${source.turn}`,
    finding: "repetition",
    ...(quote !== "" && { quote, against: { turn: source.turn, text: earlier } }),
  };
}
