/** An end of a sentence: what follows begins like one. */
const boundary = /[.!?]+["')]*\s+(?=["'([]*[\p{Lu}\d])/gu;
const abbreviation = /(?:^|[\s"'(])(?:Mr|Mrs|Ms|Dr|St|No|Prof|Capt|Lt|Sgt)\.\s+$/;

/** A text's sentences, paragraph by paragraph. The same words give the same sentences wherever they stand. */
export const sentences = (text: string): string[] => text.split(/\n+/).flatMap(inParagraph);

function inParagraph(paragraph: string): string[] {
  const found: string[] = [];
  let start = 0;
  for (const { 0: mark, index } of paragraph.matchAll(boundary)) {
    const end = index + mark.length;
    // Enough to see an abbreviation: a longer slice would be read again for every boundary.
    if (abbreviation.test(paragraph.slice(Math.max(start, index - 8), end))) continue;
    found.push(paragraph.slice(start, end).trim());
    start = end;
  }
  return [...found, paragraph.slice(start).trim()].filter((sentence) => sentence !== "");
}
