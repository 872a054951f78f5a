/** Matches as ranges of the page, highlighted by the browser without changing the page. */
import { findMatches } from "./find-matches.ts";

export type Match = {
  turn: number;
  range: StaticRange;
  /** Unfolds what hides it, and returns its element. */ unfold: () => Element;
};

const ALL = "search-match";
const CURRENT = "search-current";
/** Highlights beyond this number would slow the page down. */
const MOST = 5_000;

/** In the words of every turn; labels of buttons are left out. */
export function matchesIn(list: HTMLElement | null, query: string): Match[] {
  const matches: Match[] = [];
  for (const place of list?.children ?? []) {
    if (!(place instanceof HTMLElement) || matches.length >= MOST) continue;
    const { text, nodes } = wordsOf(place);
    for (const [start, end] of findMatches(text, query)) {
      const [from, to] = [nodeAt(nodes, start), nodeAt(nodes, end - 1)];
      matches.push({
        turn: Number(place.dataset["turn"]),
        range: new StaticRange({
          startContainer: from.node,
          startOffset: start - from.start,
          endContainer: to.node,
          endOffset: end - to.start,
        }),
        unfold: () => unfold(from.node.parentElement!),
      });
    }
  }
  return matches;
}

type Placed = { node: Text; start: number };

/** The text of an element. Different blocks are on different lines, so that no match crosses them. */
function wordsOf(place: HTMLElement): { text: string; nodes: Placed[] } {
  const nodes: Placed[] = [];
  let text = "";
  let block: Element | null = null;
  const walker = document.createTreeWalker(place, NodeFilter.SHOW_TEXT, (node) =>
    node.parentElement?.closest("button:not(.other-side)")
      ? NodeFilter.FILTER_REJECT
      : NodeFilter.FILTER_ACCEPT,
  );
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const now = node.parentElement!.closest("p, li, summary, header > span, blockquote, article");
    if (now !== block && text !== "") text += "\n\n";
    block = now;
    nodes.push({ node: node as Text, start: text.length });
    text += node.nodeValue ?? "";
  }
  return { text, nodes };
}

const nodeAt = (nodes: readonly Placed[], offset: number): Placed =>
  nodes.findLast(({ start }) => start <= offset)!;

function unfold(element: Element): Element {
  const folded = (from: Element | null) => from?.closest("details:not([open])");
  for (let fold = folded(element); fold; fold = folded(fold.parentElement)) fold.setAttribute("open", "");
  return element;
}

export function showMatches(matches: readonly Match[], current: number): void {
  if (!("highlights" in CSS)) return;
  CSS.highlights.set(ALL, new Highlight(...matches.map(({ range }) => range)));
  const one = matches[current];
  if (one) {
    const highlight = new Highlight(one.range);
    highlight.priority = 1;
    CSS.highlights.set(CURRENT, highlight);
  } else CSS.highlights.delete(CURRENT);
}

export function clearMatches(): void {
  if (!("highlights" in CSS)) return;
  CSS.highlights.delete(ALL);
  CSS.highlights.delete(CURRENT);
}
