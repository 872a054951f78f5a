/** What a pattern says of blanks and of words, made to hold of line breaks and of every script. */

const token = /\\.|\[(\^?)(?:\\.|\[:\^?\w+:\]|[^\]\\])*\]|./gsu;

/** A blank is a line break as well. In a class such as `[^\w ]` it is not: there a line break ends a sentence. */
export const blanksAreBreaks = (source: string): string =>
  source.replace(token, (text, negated: string | undefined) => {
    if (text === " ") return "[ \\n]";
    return negated === "" && / /.test(text) ? `[\\n${text.slice(1)}` : text;
  });

const letter = "\\p{L}\\p{N}\\p{M}_";
/** Scripts that put no blanks between words have a boundary everywhere. */
const inWord = `(?![\\p{sc=Han}\\p{sc=Hiragana}\\p{sc=Katakana}\\p{sc=Thai}\\p{sc=Lao}\\p{sc=Khmer}\\p{sc=Myanmar}])[${letter}]`;

/** The engines know only the letters a to z as parts of words: beside any other, `\b` would never match. */
export const speaksOfOtherLetters = (source: string): boolean => /[[\p{L}\p{M}]--[a-zA-Z]]/v.test(source);

export const hasBoundary = (source: string): boolean =>
  [...source.matchAll(token)].some(([text]) => /^\\b$/i.test(text));

/** `\b` and `\B` become look-around. */
export const wordsOfAnyScript = (source: string): string =>
  source.replace(token, (text) => {
    if (text === "\\b") return `(?:(?<!${inWord})|(?!${inWord}))`;
    if (text === "\\B") return `(?<=${inWord})(?=${inWord})`;
    if (text === "\\w") return `[${letter}]`;
    if (text === "\\W") return `[^${letter}]`;
    return text.startsWith("[")
      ? text.replaceAll(/\\(.)/gs, (escaped, sign) => (sign === "w" ? letter : escaped))
      : text;
  });
