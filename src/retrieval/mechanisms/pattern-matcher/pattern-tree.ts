/** A partial regex parser: enough to find the words of a pattern. The engine decides whether a regex is valid. */
export type PatternNode =
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

const MOST_EXACT = 128;

/** Everything that a part can match, if that is a short list. */
function exactTexts(node: PatternNode): readonly string[] | undefined {
  switch (node.kind) {
    case "nothing":
      return [""];
    case "characters":
      return short(node.any);
    case "choice":
      return node.items
        .map(exactTexts)
        .reduce((all, texts) => short(all && texts && [...new Set([...all, ...texts])]), []);
    case "sequence":
      return node.items
        .map(exactTexts)
        .reduce(
          (heads, tails) =>
            short(heads && tails && heads.flatMap((head) => tails.map((tail) => head + tail))),
          [""],
        );
    case "repeat": {
      if (node.max === 0) return [""];
      const once = node.max === 1 ? exactTexts(node.item) : undefined;
      return node.min === 1 ? once : short(once && [...new Set([...once, ""])]);
    }
  }
}

const short = (texts: readonly string[] | undefined): readonly string[] | undefined =>
  texts && texts.length <= MOST_EXACT ? texts : undefined;

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
