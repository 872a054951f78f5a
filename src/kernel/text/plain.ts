/** Letters that Unicode does not decompose into a base and a mark. */
const others: Record<string, string> = { ø: "o", Ø: "O", ł: "l", Ł: "L", đ: "d", Đ: "D", ı: "i" };

/** The text without accents and with plain punctuation, at the same length, so that offsets match the original. */
export function plain(text: string): string {
  if (!/[\u0080-\uffff]/.test(text)) return text;
  return text
    .replaceAll(
      /[\u00c0-\u024f\u0370-\u052f\u1e00-\u1fff]/g,
      (letter) => others[letter] ?? letter.normalize("NFD").charAt(0),
    )
    .replaceAll(/[\u2018\u2019\u201a\u02bc]/g, "'")
    .replaceAll(/[\u201c-\u201f\u00ab\u00bb]/g, '"')
    .replaceAll(/[\u2012-\u2015]/g, "—")
    .replaceAll(/[\u00a0\u2000-\u200b\u202f\u3000]/g, " ");
}

export type Span = { start: number; end: number };
