import { narrate, write, type Paragraph, type Scene, type Telling } from "../narrator/index.ts";
import type { Fault, Performance, Planted } from "./fault.ts";

/** No fault at all. */
export const plain: Fault = (scene) => perform(scene, narrate(scene));

export const perform = (scene: Scene, telling: Telling, planted: readonly Planted[] = []): Performance => ({ text: write(telling, scene.structured), planted });

/** A telling with more words at the end of its first public paragraph, or at its start. */
export function withWords(telling: Telling, words: string, where: "before" | "after"): Telling {
  const first = telling.paragraphs.findIndex(({ to }) => to === undefined);
  const joined = ({ text }: Paragraph) => (where === "before" ? `${words} ${text}` : `${text} ${words}`);
  return { ...telling, paragraphs: telling.paragraphs.map((paragraph, index) => (index === first ? { ...paragraph, text: joined(paragraph) } : paragraph)) };
}
