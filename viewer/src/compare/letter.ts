/** What a session is called beside the others. */
export const letter = (at: number): string => String.fromCodePoint(65 + at);
