/** A narrator's turn before it is written: faults and markers are added to this. */
export type Paragraph = {
  text: string;
  /** Set if only this player may hear it. */
  to?: string;
};

export type Telling = {
  kind: "pulse" | "tangent" | "clarify" | "recap";
  /** Of the pulse. */
  title?: string;
  paragraphs: readonly Paragraph[];
  ends?: boolean;
};

export const THE_END = "The End.";

/** As text, with the markers of the `structured` prompt if requested. */
export function write({ kind, title = "", paragraphs, ends = false }: Telling, structured: boolean): string {
  const texts = paragraphs
    .filter(({ text }) => text !== "")
    .map(({ text, to }) => (to === undefined ? text : toOne(to, text, structured)));
  const all = ends ? [...texts, THE_END] : texts;
  if (!structured) return all.join("\n\n");
  const marker = kind === "pulse" ? `[[PULSE: ${title}]]` : `[[${kind.toUpperCase()}]]`;
  return `${marker}\n${all.join("\n\n")}${ends ? "\n[[END]]" : ""}`;
}

const toOne = (name: string, text: string, structured: boolean) =>
  structured ? `[[PRIVATE ${name}]]\n${text}\n[[/PRIVATE]]` : `[To ${name} only] ${text}`;

/** The private parts of a text in that format. */
export function privateParts(text: string): Array<{ name: string; text: string }> {
  const tagged = [...text.matchAll(/^\[To (.+?) only\] (.+)$/gm)];
  const marked = [...text.matchAll(/^\[\[PRIVATE (.+?)\]\]\n([^[]+?)\n\[\[\/PRIVATE\]\]$/gm)];
  return [...tagged, ...marked].map(([, name, told]) => ({ name: name!, text: told! }));
}

/** The rest of it, including markers. */
export const withoutPrivate = (text: string): string =>
  text
    .replaceAll(/^\[To .+? only\] .+$/gm, "")
    .replaceAll(/^\[\[PRIVATE .+?\]\]\n[^[]+?\n\[\[\/PRIVATE\]\]$/gm, "")
    .replaceAll(/\n{3,}/g, "\n\n")
    .trim();
