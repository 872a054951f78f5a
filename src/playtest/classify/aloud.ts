import { plain, splitSentences } from "../text/index.ts";

/** The sentences of a text that the narrator says in its own voice: nothing in them is in quotation marks. */
export function aloudSentences(text: string): string[] {
  const flat = plain(text);
  let quoting = false;
  return splitSentences(flat).flatMap(({ start, end }) => {
    const sentence = flat.slice(start, end);
    const marks = sentence.split('"').length - 1;
    const inside = quoting || marks > 0;
    // A quotation that nobody closed ends with its paragraph.
    quoting = quoting !== (marks % 2 === 1) && !/\n\s*\n\s*$/.test(sentence.slice(-40));
    return inside || sentence.trim() === "" ? [] : [sentence.trim()];
  });
}

/** The last part of a text, from the beginning of a paragraph where there is one. */
export function tailOf(text: string, longest: number): string {
  const trimmed = text.trimEnd();
  const tail = trimmed.slice(-longest);
  const paragraph = tail.length < trimmed.length ? tail.indexOf("\n\n") : -1;
  return paragraph >= 0 && paragraph < longest / 2 ? tail.slice(paragraph) : tail;
}
