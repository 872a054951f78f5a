/** A quote that begins or ends within a sentence says that there is more of it. What is left of a narrator's own mark, at its beginning, is none of what was said. */
export function asCut(quote: string): string {
  const text = quote.replace(/^[^[\]\n]{0,140}\]\]\s*/, "").trim();
  if (text === "") return quote;
  const before = /^\p{Ll}/u.test(text) ? "… " : "";
  const after = /[.!?…:;—–"”’'»)*_\]]$/u.test(text) ? "" : " …";
  return `${before}${text}${after}`;
}
