import { narrate, write, type Paragraph, type Scene, type Telling } from "../narrator/index.ts";
import type { Fault, Performance, Planted } from "./fault.ts";

/** No fault at all. */
export const plain: Fault = (scene) => perform(scene, narrate(scene));

/** What is not in the text was not planted, whatever was meant. */
export function perform(scene: Scene, telling: Telling, planted: readonly Planted[] = []): Performance {
  const text = write(telling, scene.structured);
  return { text, planted: planted.filter((fault) => fault.text !== "" && text.includes(fault.text)) };
}

/** A telling with more words at the end of its first public paragraph, or at its start. */
export function withWords(telling: Telling, words: string, where: "before" | "after"): Telling {
  const first = telling.paragraphs.findIndex(({ to }) => to === undefined);
  const joined = ({ text }: Paragraph) => (where === "before" ? `${words} ${text}` : `${text} ${words}`);
  return {
    ...telling,
    paragraphs: telling.paragraphs.map((paragraph, index) =>
      index === first ? { ...paragraph, text: joined(paragraph) } : paragraph,
    ),
  };
}
