/** What another prompt does to a house narrator: a comparison of prompts with it would compare dice. */
export const promptEffect = (narrator: string): string | undefined =>
  /^house(\/|$)/.test(narrator)
    ? `The narrator ${narrator} follows a script and ignores the prompt.`
    : undefined;
