import type { Classification, Segment } from "../../contract/index.ts";

/** Evidence is for people to check at a glance. */
const LONGEST = 160;

/** The source of our own verdicts. */
export const RULES = "rules";

/** How evidence begins where the narrator itself marked who is meant, or what the output is. */
const TAG = "tag ";
const MARKER = "marker ";
/** How it begins where something follows a secret and may be for all again. */
const LOOSE = "after a secret, perhaps for all: ";

export const clip = (words: string, longest = LONGEST): string => {
  const line = words.slice(0, longest * 4).replaceAll(/\s+/g, " ").trim();
  return line.length <= longest ? line : `${line.slice(0, longest - 1).replace(/[\ud800-\udbff]$/, "")}…`;
};

export const tagEvidence = (words: string, more = ""): string => clip(`${TAG}${clip(words, 110)}${more}`);
export const markerEvidence = (words: string): string => clip(`${MARKER}${clip(words, 120)}`);

export const looseEvidence = (words: string): string => clip(`${LOOSE}${words}`);
export const byChance = ({ evidence, source }: Pick<Segment, "evidence" | "source">): boolean => source === RULES && evidence.startsWith(LOOSE);

/** An explicit mark of the narrator outranks any reading of its prose, ours or a model's. */
export const byTag = ({ evidence, source }: Pick<Segment, "evidence" | "source">): boolean => source === RULES && evidence.startsWith(TAG);
export const byMarker = ({ evidence, source }: Pick<Classification, "evidence" | "source">): boolean => source === RULES && evidence.startsWith(MARKER);
