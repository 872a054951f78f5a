/** Quotes are cut, and their spaces, punctuation and capitals normalised: the rest is the same. */
export const bare = (text: string): string =>
  text
    .normalize("NFKC")
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, " ")
    .trim();
