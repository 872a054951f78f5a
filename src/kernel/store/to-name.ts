import { createHash } from "node:crypto";
import { isReserved, longestName } from "./check-name.ts";

/**
 * A safe, readable file name for any text, always the same for the same text. Where the name cannot show the whole text,
 * a piece of its hash follows: different texts get different names, also where capitals and accents do not count.
 */
export function toName(text: string): string {
  if (plain.test(text) && text.length <= longestName && !looksHashed.test(text) && !isReserved(text))
    return text;
  return `${slug(text) || "unnamed"}-${hash(text)}`;
}

const plain = /^[a-z0-9]+(?:[._-][a-z0-9]+)*$/;
/** A plain text of this shape could pass for the hashed name of another text. */
const looksHashed = /-[0-9a-f]{8}$/;
const hashLength = 8;

function slug(text: string): string {
  const words = text
    .normalize("NFKC")
    .toLowerCase()
    .normalize("NFC")
    .replace(/\p{Default_Ignorable_Code_Point}/gu, "")
    .replace(/[^\p{L}\p{M}\p{N}._]+/gu, "-")
    .replace(/[-._]{2,}/g, "-");
  const short = cut(words.replace(/^[-._\p{M}]+/u, ""), longestName - hashLength - 1).replace(/[-._]+$/, "");
  return isReserved(short) ? short.replaceAll(".", "-") : short;
}

/** As many whole characters as fit. */
function cut(text: string, bytes: number): string {
  let [end, used] = [0, 0];
  for (const char of text) {
    used += Buffer.byteLength(char);
    if (used > bytes) return text.slice(0, end);
    end += char.length;
  }
  return text;
}

/** Over UTF-16: in UTF-8 all broken pairs would become the same character. */
const hash = (text: string) =>
  createHash("sha256").update(Buffer.from(text, "utf16le")).digest("hex").slice(0, hashLength);
