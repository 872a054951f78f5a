const third: Readonly<Record<string, string>> = { I: "they", my: "their", me: "them", myself: "themselves" };

/** What somebody says of themselves, as another says it of them. */
export const theirs = (text: string): string =>
  text.replaceAll(/\b(?:I|my|me|myself)\b/g, (word) => third[word]!);
