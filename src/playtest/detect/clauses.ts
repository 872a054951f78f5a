import type { Text } from "./text.ts";

export type Clause = { from: number; to: number };

/** Where a clause ends. */
const isEnd = (code: number): boolean =>
  code === 0x2e || code === 0x3b || code === 0x3a || code === 0x3f || code === 0x21 || code === 0x0a;

/** The words of a text from one stop to the next, by their places; `but`: that ends one too. */
export function clausesOf({ text, words, starts, ends }: Text, { but = false } = {}): Clause[] {
  const found: Clause[] = [];
  let from = 0;
  const close = (to: number) => {
    if (to > from) found.push({ from, to });
    from = to;
  };
  for (let at = 0; at < words.length; at += 1) {
    if (but && words[at]!.text === "but" && text.startsWith(" but ", starts[at]! - 1)) close(at);
    const end = at + 1 < words.length ? starts[at + 1]! : text.length;
    let stop = ends[at]!;
    while (stop < end && !isEnd(text.charCodeAt(stop))) stop += 1;
    if (stop < end) close(at + 1);
  }
  close(words.length);
  return found;
}
