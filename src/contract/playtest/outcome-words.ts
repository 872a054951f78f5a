/** How a session ended, in words: one that was asked for a few turns, and one that had no more, are not the same. */
const WORDS: Readonly<Record<string, string>> = { stopped: "turns played", timeout: "turn limit" };

export const outcomeWords = (outcome: string): string => WORDS[outcome] ?? outcome;
