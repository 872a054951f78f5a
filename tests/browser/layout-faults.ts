/** What is wrong with the layout of a page: texts that overlap, targets too small for a finger. */
import type { Page } from "playwright-core";

/** Pairs of texts in view that cover each other. Parts cut off by a scrolling box, and bars that float, do not count. */
export const overlaps = (page: Page): Promise<string[]> => page.evaluate<string[]>(`(${findOverlaps})()`);

/** Controls in view that are smaller than 24 pixels in one direction, unless they stand in a line of text. */
export const smallTargets = (page: Page): Promise<string[]> =>
  page.evaluate<string[]>(`(${findSmallTargets})()`);

/**
 * Visible controls that the keyboard cannot reach: out of the tab order, or made for the mouse alone. Tabs and boxes of
 * the flow are reached with the arrow keys, turns with `j` and `k`, and the sessions of a plot in its table.
 */
export const unreachable = (page: Page): Promise<string[]> =>
  page.evaluate<string[]>(`(${findUnreachable})()`);

// Runs in the page, where nothing of this module exists.
const findOverlaps = `function () {
  const floats = (element) => element && (/fixed|sticky/.test(getComputedStyle(element).position) || floats(element.parentElement));
  const cut = (box, element) => {
    for (let at = element; at && at !== document.body; at = at.parentElement) {
      const style = getComputedStyle(at);
      if (style.visibility === "hidden" || style.opacity === "0" || style.clipPath !== "none") return null;
      if (style.overflowX === "visible" && style.overflowY === "visible") continue;
      const own = at.getBoundingClientRect();
      box = { left: Math.max(box.left, own.left), right: Math.min(box.right, own.right), top: Math.max(box.top, own.top), bottom: Math.min(box.bottom, own.bottom) };
    }
    return box.right - box.left > 2 && box.bottom - box.top > 2 ? box : null;
  };
  const texts = [];
  const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walk.nextNode(); node && texts.length < 900; node = walk.nextNode()) {
    const element = node.parentElement;
    if (!node.data.trim() || !element?.checkVisibility({ visibilityProperty: true }) || element.closest("script, style, svg, option, dialog:not([open]), .visually-hidden, .skip-link") || floats(element)) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    for (const line of range.getClientRects()) {
      if (line.bottom < 0 || line.top > innerHeight) continue;
      // The line box of a text is higher than its letters.
      const inset = line.height * 0.2;
      const box = cut({ left: line.left, right: line.right, top: line.top + inset, bottom: line.bottom - inset }, element);
      if (box) texts.push({ box, node, text: node.data.trim().slice(0, 30) });
    }
  }
  const found = [];
  for (let a = 0; a < texts.length; a++)
    for (let b = a + 1; b < texts.length; b++) {
      const [one, two] = [texts[a], texts[b]];
      const wide = Math.min(one.box.right, two.box.right) - Math.max(one.box.left, two.box.left);
      const high = Math.min(one.box.bottom, two.box.bottom) - Math.max(one.box.top, two.box.top);
      if (one.node !== two.node && wide > 3 && high > 3) found.push(one.text + " / " + two.text);
    }
  return found.slice(0, 5);
}`;

const findSmallTargets = `function () {
  const inText = (element) => {
    const around = element.closest("p, li, dd, td, figcaption, summary, h1, h2, span");
    return around && around !== element && getComputedStyle(element).display === "inline" && around.textContent.trim().length > element.textContent.trim().length;
  };
  return [...document.querySelectorAll("a[href], button, select, input:not([type=hidden]), summary, [role=tab]")]
    .filter((element) => element.checkVisibility({ visibilityProperty: true }) && !element.closest(".skip-link, .visually-hidden, .react-flow, svg, dialog:not([open])"))
    .flatMap((element) => {
      const target = element.matches("[type=checkbox], [type=radio]") ? (element.closest("label") ?? element) : element;
      const { width, height, bottom, top } = target.getBoundingClientRect();
      if (width === 0 || bottom < 0 || top > innerHeight || (width >= 24 && height >= 24) || inText(element)) return [];
      return [element.tagName.toLowerCase() + "." + element.className + " " + (element.getAttribute("aria-label") ?? element.textContent).slice(0, 30) + " " + Math.round(width) + "x" + Math.round(height)];
    })
    .slice(0, 5);
}`;

const findUnreachable = `function () {
  const controls = "a[href], button, select, input, textarea, summary, label, [tabindex='0'], [role=tab]";
  const seen = [...document.querySelectorAll("main *, header *")].filter(
    (element) => element.checkVisibility({ visibilityProperty: true }) && !element.closest(".react-flow, article.turn:not(.current), .dot, dialog:not([open])"),
  );
  const out = seen.filter((element) => element.matches("a[href], button, select, input, textarea, summary") && !element.disabled && element.tabIndex < 0 && !element.closest("[role=tablist]"));
  const mouse = seen.filter((element) => getComputedStyle(element).cursor === "pointer" && !element.closest(controls));
  return [...out, ...mouse].map((element) => element.tagName.toLowerCase() + "." + (element.className.baseVal ?? element.className) + " " + element.textContent.slice(0, 30)).slice(0, 5);
}`;
