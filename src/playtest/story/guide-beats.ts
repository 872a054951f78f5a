import type { Story } from "../../contract/index.ts";

/** Titles return with other quotation marks, or without their article. */
const bare = (title: string): string =>
  title
    .toLowerCase()
    .replace(/^(?:the|a|an) /, "")
    .replaceAll(/[^\p{L}\p{N}]+/gu, " ")
    .trim();

/** The guide's beat of this title. Of two with the same title, the first that is not told yet. */
export function guideBeat(
  title: string,
  { pulses }: Pick<Story, "pulses">,
  told: readonly string[] = [],
): string | undefined {
  const same = pulses.filter((pulse) => bare(title) !== "" && bare(pulse.title) === bare(title));
  return (same.find(({ id }) => !told.includes(id)) ?? same[0])?.id;
}
