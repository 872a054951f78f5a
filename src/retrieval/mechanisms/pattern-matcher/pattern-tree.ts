/**
 * A partial regex parser: enough to find the texts that every match contains, and the words of a pattern. The engine
 * decides whether a regex is valid.
 */
type PatternNode =
  | { kind: "characters"; /** Undefined: many. */ any: readonly string[] | undefined }
  | { kind: "sequence" | "choice"; items: readonly PatternNode[] }
  | { kind: "repeat"; item: PatternNode; min: number; max: number }
  /** Consumes no text: `\b`, `^`. */
  | { kind: "nothing" };

const NOT_KNOWN = Symbol("not known");

/** Undefined: unsupported syntax. */
export function parsePattern(source: string): PatternNode | undefined {
  let at = 0;
  const take = (form: RegExp): RegExpExecArray | undefined => {
    form.lastIndex = at;
    const found = form.exec(source);
    if (!found) return undefined;
    at = form.lastIndex;
    return found;
  };

  function choice(): PatternNode {
    const items = [sequence()];
    while (take(/\|/y)) items.push(sequence());
    return items.length === 1 ? items[0]! : { kind: "choice", items };
  }

  function sequence(): PatternNode {
    const items: PatternNode[] = [];
    while (at < source.length && source[at] !== "|" && source[at] !== ")") items.push(repeated(atom()));
    return { kind: "sequence", items };
  }

  function repeated(item: PatternNode): PatternNode {
    const found = take(/(?:([*+?])|\{(\d+)(,(\d*))?\})\??/y);
    if (!found) return item;
    const [, sign, from, comma, to] = found;
    if (sign) return { kind: "repeat", item, min: sign === "+" ? 1 : 0, max: sign === "?" ? 1 : Infinity };
    return {
      kind: "repeat",
      item,
      min: Number(from),
      max: comma === undefined ? Number(from) : to ? Number(to) : Infinity,
    };
  }

  function atom(): PatternNode {
    if (take(/\((?:\?(?:[ims-]*:|P?<\w+>))?(?!\?)/y)) return group();
    // A bare flag applies to what follows: only this one has no effect here.
    if (take(/\(\?i\)/y)) return { kind: "nothing" };
    if (take(/\\[bBAz]|[\^$]/y)) return { kind: "nothing" };
    // The searched text has no other white space.
    if (take(/\\[sn]/y)) return { kind: "characters", any: [" "] };
    if (take(/\\[wWdDS]|\\[pP](?:\{[^}]*\}|\w)|\./y)) return { kind: "characters", any: undefined };
    const list = take(/\[(?!\^)(-?[^\]\\[-]+-?)\]/y);
    if (list) return { kind: "characters", any: [...new Set([...list[1]!].map(lower))] };
    if (take(/\[\^?(?:[^\]\\[]|\\.)+\]/y)) return { kind: "characters", any: undefined };
    const escaped = take(/\\([^\p{L}\p{N}])/uy);
    if (escaped) return { kind: "characters", any: [escaped[1]!] };
    const plain = take(/[^\\^$.*+?()[\]{}|]/uy);
    if (plain) return { kind: "characters", any: [lower(plain[0])] };
    throw NOT_KNOWN;
  }

  function group(): PatternNode {
    const inside = choice();
    if (!take(/\)/y)) throw NOT_KNOWN;
    return inside;
  }

  try {
    const whole = choice();
    return at === source.length ? whole : undefined;
  } catch (reason) {
    if (reason === NOT_KNOWN) return undefined;
    throw reason;
  }
}

const lower = (text: string): string => text.toLowerCase();

/**
 * Everything that a part can match, if that is a short list; otherwise a list of texts, at least one of them in each
 * match.
 */
type Known = { exactly: readonly string[] } | { oneOf: readonly string[] | undefined };

const MOST_EXACT = 128;
const MOST_ALTERNATIVES = 256;

/** Every match contains at least one of these texts. Undefined: no such texts are known. */
export const requiredLiterals = (pattern: PatternNode): readonly string[] | undefined =>
  oneOf(known(pattern));

/** Everything that a part can match, if that is a short list. */
function exactTexts(pattern: PatternNode): readonly string[] | undefined {
  const part = known(pattern);
  return "exactly" in part ? part.exactly : undefined;
}

const NOTHING: Known = { exactly: [""] };
const ANYTHING: Known = { oneOf: undefined };

function known(node: PatternNode): Known {
  switch (node.kind) {
    case "nothing":
      return NOTHING;
    case "characters":
      return node.any && node.any.length <= MOST_EXACT ? { exactly: node.any } : ANYTHING;
    case "choice":
      return either(node.items.map(known));
    case "sequence":
      return inARow(node.items.map(known));
    case "repeat": {
      const item = known(node.item);
      if (node.max === 0) return NOTHING;
      if (node.min === 1 && node.max === 1) return item;
      if (node.min === 0) return node.max === 1 ? either([item, NOTHING]) : ANYTHING;
      return { oneOf: oneOf(item) };
    }
  }
}

function either(parts: readonly Known[]): Known {
  if (parts.every((part) => "exactly" in part)) {
    const exactly = [...new Set(parts.flatMap((part) => part.exactly))];
    if (exactly.length <= MOST_EXACT) return { exactly };
  }
  const all = parts.map(oneOf);
  if (!all.every((list) => list !== undefined)) return ANYTHING;
  const list = [...new Set(all.flat())];
  return { oneOf: list.length <= MOST_ALTERNATIVES ? list : undefined };
}

/** Joins neighbours that are known exactly. If that is impossible, the most specific part is kept. */
function inARow(parts: readonly Known[]): Known {
  let joined: readonly string[] = [""];
  let best: readonly string[] | undefined;
  let isExact = true;
  for (const part of parts) {
    const product =
      "exactly" in part && joined.length * part.exactly.length <= MOST_EXACT ? part.exactly : undefined;
    if (product) {
      joined = joined.flatMap((head) => product.map((tail) => head + tail));
      continue;
    }
    isExact = false;
    best = better(better(best, oneOf({ exactly: joined })), oneOf(part));
    joined = "exactly" in part ? part.exactly : [""];
  }
  return isExact ? { exactly: joined } : { oneOf: better(best, oneOf({ exactly: joined })) };
}

function oneOf(part: Known): readonly string[] | undefined {
  if (!("exactly" in part)) return part.oneOf;
  return part.exactly.includes("") ? undefined : part.exactly;
}

/** The longer its shortest text, the fewer false positives. */
function better(
  a: readonly string[] | undefined,
  b: readonly string[] | undefined,
): readonly string[] | undefined {
  if (!a || !b) return a ?? b;
  const [ofA, ofB] = [shortest(a), shortest(b)];
  return ofA > ofB || (ofA === ofB && a.length <= b.length) ? a : b;
}

const shortest = (texts: readonly string[]): number => Math.min(...texts.map(({ length }) => length));

const MOST_FORMS = 64;

/** The words of a pattern: for `hurt(s|ing)? me` they are hurt, hurts, hurting and me. */
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

/** Neighbours without a space between them are one word. */
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
