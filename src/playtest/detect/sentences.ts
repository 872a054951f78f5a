import { read, sentencesOf, type Span } from "./text.ts";

export type { Span };

/** Sentences and where they stand; a line ends one too. */
export const sentences = (text: string): readonly Span[] => sentencesOf(read(text));
