/** Square and round brackets of other scripts, and marks that stand beside them. Each takes one place, as what it is read as does. */
const alike: Record<string, string> = {
  "[": "【［〔「『〖⟦《〈⟨❲",
  "]": "】］〕」』〗⟧》〉⟩❳",
  "(": "（⦅",
  ")": "）⦆",
  "{": "｛",
  "}": "｝",
  "<": "＜",
  ">": "＞",
  ":": "：",
  "/": "／",
};
const readAs = new Map(
  Object.entries(alike).flatMap(([bracket, others]) =>
    Array.from(others, (other): [string, string] => [other, bracket]),
  ),
);
const unusual = new RegExp(`[${[...readAs.keys()].join("")}]`, "g");

const entities: Record<string, string> = {
  "#91": "[",
  "#x5b": "[",
  lbrack: "[",
  lsqb: "[",
  "#93": "]",
  "#x5d": "]",
  rbrack: "]",
  rsqb: "]",
  "#40": "(",
  lpar: "(",
  "#41": ")",
  rpar: ")",
  lt: "<",
  gt: ">",
};
const entity = new RegExp(`&(${Object.keys(entities).join("|")});`, "gi");
/** How far the end of a comment or a spoiler is looked for. */
const comment = /<!--([^<]{1,2000}?)-->/g;
const spoiler = /\|\|(?=\s*(?:to|for|private|secret|whisper|only|dm|pm)(?!\p{L}))([^|]{1,2000})\|\|/giu;
/** A lock says that it is private. */
const lock = /(?:🔒|🔐|🤫|📩)(?=[\s\ufe0f])/gu;

/**
 * Whatever narrators make brackets of, as plain brackets, of the same length: whatever is found in
 * it stands at the same place in the original.
 */
export function plainBrackets(flat: string): string {
  const marked = flat
    .replaceAll(entity, (all, name: string) => entities[name.toLowerCase()]!.padEnd(all.length))
    .replaceAll(comment, (_, inside: string) => `{{  ${inside} }}`)
    .replaceAll(spoiler, (_, inside: string) => `[ ${inside} ]`);
  return /[\u0080-\uffff]/.test(marked)
    ? marked.replaceAll(unusual, (bracket) => readAs.get(bracket)!).replaceAll(lock, "DM")
    : marked;
}
