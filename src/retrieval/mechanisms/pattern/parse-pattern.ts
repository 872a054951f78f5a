/**
 * As much of a regex as is needed to say what every match must contain and how often a backtracking engine may have
 * to choose. It does not judge whether a regex is right: the engines do.
 */
export type PatternNode =
  | { kind: "characters"; /** Undefined: many. */ any: readonly string[] | undefined }
  | { kind: "sequence" | "choice"; items: readonly PatternNode[] }
  | { kind: "repeat"; item: PatternNode; min: number; max: number; text: string }
  /** Takes no text itself: `\b`, `^`, a look-around. */
  | { kind: "nothing"; looksAt?: PatternNode };

const NOT_KNOWN = Symbol("not known");

/** Undefined where it uses anything that is not known here. */
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
    const [text, sign, from, comma, to] = found;
    if (sign)
      return { kind: "repeat", item, text, min: sign === "+" ? 1 : 0, max: sign === "?" ? 1 : Infinity };
    return {
      kind: "repeat",
      item,
      text,
      min: Number(from),
      max: comma === undefined ? Number(from) : to ? Number(to) : Infinity,
    };
  }

  function atom(): PatternNode {
    if (take(/\(\?<?[=!]/y)) return { kind: "nothing", looksAt: group() };
    if (take(/\((?:\?(?:[ims-]*:|P?<\w+>))?(?!\?)/y)) return group();
    // A flag alone holds for what follows: only this one changes nothing here.
    if (take(/\(\?i\)/y)) return { kind: "nothing" };
    if (take(/\\[bBAz]|[\^$]/y)) return { kind: "nothing" };
    // The text that literals are looked for in has no other white space.
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
