import { fold } from "./fold.ts";

const piece =
  /\\u\{([0-9a-f]{1,6})\}|\\u([0-9a-f]{4})|\\x\{([0-9a-f]{1,6})\}|\\x([0-9a-f]{2})|\\.|[^\\]\p{M}*/giu;
const special = /[\\^$.*+?()[\]{}|/]/;
const specialInClass = /[\\^\]-]/;

/**
 * Messages are folded before they are matched, so what a pattern says literally must be as well: "can’t" with a
 * typographic apostrophe, "\u2019", or a letter with an accent would never match otherwise.
 */
export function foldPattern(source: string): string {
  let inClass = false;
  const parts = [...source.matchAll(piece)].map(([written, ...codes]) => {
    const code = codes.find((digits) => digits !== undefined);
    if (code === undefined) {
      if (written === "[") inClass = true;
      if (written === "]") inClass = false;
      // No such blank is left in a message.
      if (/^\\[tfvr]$/.test(written)) return " ";
      if (written.startsWith("\\") || /^[ -_a-~]$/.test(written)) return written;
    }
    const point = code === undefined ? 0 : Number.parseInt(code, 16);
    if (point > 0x10ffff) return written;
    const literal = fold(code === undefined ? written : String.fromCodePoint(point));
    return [...literal]
      .map((unit) => ((inClass ? specialInClass : special).test(unit) ? `\\${unit}` : unit))
      .join("");
  });
  // In a folded message no two blanks stand together.
  return parts.join("").replaceAll(/(?<!\\) {2,}(?![*+?{])/g, " ");
}
