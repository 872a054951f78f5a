/** What another prompt does to a house narrator: a comparison of prompts with it would compare dice. */
export function promptEffect(narrator: string): string | undefined {
  if (!/^house(\/|$)/.test(narrator)) return undefined;
  return /^house\/nois(y|ier)$/.test(narrator)
    ? `The narrator ${narrator} repeats itself at random. Another prompt changes when it does so, not how often: no prompt is better than another.`
    : `The narrator ${narrator} follows a script and ignores the prompt.`;
}
