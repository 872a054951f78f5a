/** The fixed forms in which house actors hand things to each other, so that none of them has to read prose. */

/** Numbered options in a narration, which house players read back: "Do you (1) knock, or (2) wait?" */
export const offer = (labels: readonly string[]): string =>
  `Do you ${labels
    .map(option)
    .join(", ")
    .replace(/, (?=\(\d\)[^()]*$)/, " or ")}?`;

export const option = (label: string, index: number): string =>
  `(${index + 1}) ${label.charAt(0).toLowerCase()}${label.slice(1).replace(/[.!?]+\s*$/, "")}`;

export const offered = (narration: string): string[] =>
  /^.*\bDo you (?<list>\(1\) .+)\?$/m.exec(narration)?.groups!.list!.split(/(?:,| or) (?=\(\d\) )/) ?? [];

/** An option as spoken. */
export const unnumbered = (wish: string): string => wish.replace(/^\(\d\) /, "");

/** A player's wish that asks the narrator something. */
export const ASK = "Ask: ";
export const ASK_RECAP = "Ask for a recap";

/** Sentences of a relay, which the house narrator reads. */
export const relayed = {
  wish: (wish: string) => `We want: ${wish}.`,
  question: "We ask: ",
  recap: "We ask for a recap.",
  stray: (name: string) => `Off the story, ${name}: `,
};

/** Slots of a line: "{other}". */
export const filled = (line: string, slots: Readonly<Record<string, string>>): string =>
  line.replaceAll(/\{(\w+)\}/g, (slot, name: string) => slots[name] ?? slot);
