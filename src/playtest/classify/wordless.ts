import type { Span } from "../text/index.ts";

export const hasWords = (text: string): boolean => /[\p{L}\p{N}]/u.test(text);

/** White space and loose marks go with what stands before them in their paragraph, or else after them. */
export function withWordless<Verdict>(
  flat: string,
  pieces: ReadonlyArray<Span & { paragraph: number }>,
  verdicts: readonly Verdict[],
): Verdict[] {
  const wordless = pieces.map(({ start, end }) => !hasWords(flat.slice(start, end)));
  const whole = [...verdicts];
  for (let at = pieces.length - 2; at >= 0; at--) if (wordless[at]) whole[at] = whole[at + 1]!;
  for (let at = 1; at < pieces.length; at++)
    if (wordless[at] && pieces[at]!.paragraph === pieces[at - 1]!.paragraph) whole[at] = whole[at - 1]!;
  return whole;
}

/** What is said outside of quotation marks: a voice in a vision that says "all of you" speaks to nobody at the table. */
export function unquoted(text: string, quoting: boolean): { aloud: string; open: boolean } {
  const parts = text.split('"');
  if (parts.length === 1) return { aloud: quoting ? "" : text, open: quoting };
  return {
    aloud: parts.filter((_, index) => (index % 2 === 0) !== quoting).join(" "),
    open: quoting !== (parts.length % 2 === 0),
  };
}
