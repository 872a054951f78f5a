import type { PatternNode } from "./parse-pattern.ts";
import { exactTexts } from "./required-literals.ts";

const MOST_FORMS = 64;

/** The words that a pattern speaks of: `hurt(s|ing)? {me}` speaks of hurt, hurts, hurting and me. */
export function patternWords(pattern: PatternNode): Set<string> {
  const words = new Set<string>();
  collect(pattern, words);
  return words;
}

function collect(node: PatternNode, words: Set<string>): void {
  switch (node.kind) {
    case "choice":
      for (const item of node.items) collect(item, words);
      return;
    case "repeat":
      return collect(node.item, words);
    case "sequence":
      return collectRow(node.items, words);
    default:
  }
}

/** Neighbours without a blank between them are one word. */
function collectRow(items: readonly PatternNode[], words: Set<string>): void {
  let forms: string[] = [""];
  const end = () => {
    for (const form of forms) if (/^[a-z]+$/.test(form)) words.add(form);
    forms = [""];
  };
  for (const item of items) {
    if (item.kind === "nothing") continue;
    const texts = exactTexts(item);
    if (texts?.every((text) => /^[a-z]*$/.test(text)) && forms.length * texts.length <= MOST_FORMS) {
      forms = forms.flatMap((head) => texts.map((tail) => head + tail));
      continue;
    }
    end();
    collect(item, words);
  }
  end();
}
