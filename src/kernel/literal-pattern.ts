/** The source of a regular expression that matches this text and nothing else. `RegExp.escape` needs Node 24. */
export const literalPattern = (text: string): string =>
  text.replaceAll(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`);
