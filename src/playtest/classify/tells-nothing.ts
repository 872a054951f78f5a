import type { NameBook } from "./name-book.ts";
import { secrecy } from "./secrecy.ts";

/** What an announcement is made of: "Sam, you alone see it." "Sam, here is something the rest of the party must not learn." */
const announces = new Set(
  `a an and the you your to for of in it this that these those is are be comes come came reaches there here now then but so as what which something thing things one only alone just
  see sees hear hears notice notices feel feels sense senses know knows read reads learn find catch get gets can may must will listen closely carefully following follows next
  secret private privately secretly whisper whispers whispered message words word voice vision note letter news say says tell tells told reply yours yourself else no nobody
  eyes ears mind meant keep moment s`.split(/\s+/),
);

/** Does a sentence say that something is secret, and not yet what? */
export function tellsNothing(sentence: string, book: NameBook): boolean {
  let rest = sentence.replace(secrecy, " ");
  for (const { start, end } of book.inTag(rest).toReversed()) rest = rest.slice(0, start) + rest.slice(end);
  return (rest.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).every((word) => announces.has(word));
}
