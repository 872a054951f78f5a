/**
 * Cyrillic and Greek letters that look like Latin ones. They are read as Latin only in a word that also holds Latin
 * letters: a Russian word stays Russian, "kіll" with a Ukrainian і does not get past.
 */
const pairs = "аa еe оo рp сc уy хx іi јj ѕs һh ԁd ԛq ԝw кk мm тt вb нh ӏl αa εe ιi κk νv οo ρp τt υu χx";

const latin: ReadonlyMap<string, string> = new Map(pairs.split(" ").map((pair) => [pair[0]!, pair[1]!]));

const mixedWord = /[\p{L}\p{M}]+/gu;
const looksLatin = new RegExp(`[${[...latin.keys()].join("")}]`);
const everyLookAlike = new RegExp(looksLatin, "g");

/** One letter for one letter: positions stay what they are. */
export const readLookAlikes = (text: string): string =>
  looksLatin.test(text)
    ? text.replace(mixedWord, (word) =>
        /[a-z]/.test(word) ? word.replace(everyLookAlike, (letter) => latin.get(letter)!) : word,
      )
    : text;
