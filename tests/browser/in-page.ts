// @ts-nocheck It runs in the page, whose types the tests do not know.
/** What tests measure in the page itself. Every watched page has these functions as `inPage`. */
globalThis.inPage = (() => {
  const boxOf = (selector) => document.querySelector(selector)?.getBoundingClientRect();
  const isSeen = (element, but) =>
    element.checkVisibility({ visibilityProperty: true }) && !element.closest(but);
  const nameOf = ({ tagName, className }) => `${tagName.toLowerCase()}.${className.baseVal ?? className}`;
  const startOf = (text) => text.trim().slice(0, 30);

  /** Any part of it lies within the transcript's visible part. */
  function isInTranscript(selector) {
    const [box, within] = [boxOf(selector), boxOf("#transcript")];
    return box !== undefined && box.bottom > within.top && box.top < within.bottom;
  }

  /** The whole of it is in the window. */
  function isInWindow(selector) {
    const { top, bottom } = boxOf(selector);
    return top >= 0 && bottom <= innerHeight + 1;
  }

  const isAbove = (first, second) => boxOf(first).top < boxOf(second).top;

  /** Turns that are still loading, or overlap. */
  function unsettled() {
    const boxes = [...document.querySelectorAll(".turn-place")]
      .map((place) => place.getBoundingClientRect())
      .sort((a, b) => a.top - b.top);
    const covered = boxes.filter((box, at) => boxes[at + 1] && box.bottom > boxes[at + 1].top + 1);
    return document.querySelectorAll(".skeleton").length + covered.length;
  }

  /** What is laid out now. All turns are in the page, for its search. */
  function drawn() {
    const turns = [...document.querySelectorAll("article.turn")];
    const all = document.querySelectorAll("body *").length;
    return {
      turns: turns.filter((turn) => turn.checkVisibility({ contentVisibilityAuto: true })).length,
      boxes: document.querySelectorAll(".flow-node").length,
      others: all - document.querySelectorAll(".turn-list *").length,
    };
  }

  /** Elements that only markup in a model's output could have made. */
  function foreign() {
    const tags = "script, img:not(.brand img), iframe, object, embed, style, link, meta, base";
    return document.querySelectorAll(`#root :is(${tags}, form[action], [onerror], [onload], [srcdoc])`)
      .length;
  }

  /** Everything that the page contains: texts, tooltips, labels, the title, folded parts, and what fields hold. */
  function everything() {
    const fields = [...document.querySelectorAll("input, textarea, select")];
    return [document.title, document.documentElement.outerHTML, ...fields.map(({ value }) => value)].join();
  }

  const floats = (element) =>
    element !== null &&
    (/fixed|sticky/.test(getComputedStyle(element).position) || floats(element.parentElement));

  /** What is left of a box in the scrolling boxes around it; null: it cannot be seen. */
  function visiblePart(box, element) {
    for (let at = element; at && at !== document.body; at = at.parentElement) {
      const style = getComputedStyle(at);
      if (style.visibility === "hidden" || style.opacity === "0" || style.clipPath !== "none") return null;
      if (style.overflowX === "visible" && style.overflowY === "visible") continue;
      const own = at.getBoundingClientRect();
      box = {
        left: Math.max(box.left, own.left),
        right: Math.min(box.right, own.right),
        top: Math.max(box.top, own.top),
        bottom: Math.min(box.bottom, own.bottom),
      };
    }
    return box.right - box.left > 2 && box.bottom - box.top > 2 ? box : null;
  }

  function linesInView() {
    const skipped = "script, style, svg, option, dialog:not([open]), .visually-hidden, .skip-link";
    const lines = [];
    const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walk.nextNode(); node && lines.length < 900; node = walk.nextNode()) {
      const element = node.parentElement;
      if (!element || !node.data.trim() || !isSeen(element, skipped) || floats(element)) continue;
      const range = document.createRange();
      range.selectNodeContents(node);
      for (const { left, right, top, bottom, height } of range.getClientRects()) {
        if (bottom < 0 || top > innerHeight) continue;
        // The line box of a text is higher than its letters.
        const inset = height * 0.2;
        const box = visiblePart({ left, right, top: top + inset, bottom: bottom - inset }, element);
        if (box) lines.push({ box, node, text: startOf(node.data) });
      }
    }
    return lines;
  }

  /** Pairs of texts in view that cover each other. Parts cut off by a scrolling box, and bars that float, do not count. */
  function overlaps() {
    const lines = linesInView();
    const found = lines.flatMap((one, at) =>
      lines.slice(at + 1).flatMap((other) => {
        const wide = Math.min(one.box.right, other.box.right) - Math.max(one.box.left, other.box.left);
        const high = Math.min(one.box.bottom, other.box.bottom) - Math.max(one.box.top, other.box.top);
        return one.node !== other.node && wide > 3 && high > 3 ? [`${one.text} / ${other.text}`] : [];
      }),
    );
    return found.slice(0, 5);
  }

  /**
   * Visible controls that the keyboard cannot reach: out of the tab order, or made for the mouse alone. Tabs and boxes
   * of the flow are reached with the arrow keys, turns with `j` and `k`.
   */
  function unreachable() {
    const fields = "a[href], button, select, input, textarea, summary";
    const seen = [...document.querySelectorAll("main *, header *")].filter((each) =>
      isSeen(each, ".flow, article.turn:not(.current), dialog:not([open])"),
    );
    const skipped = seen.filter(
      (each) =>
        each.matches(fields) && !each.disabled && each.tabIndex < 0 && !each.closest("[role=tablist]"),
    );
    const forMouse = seen.filter(
      (each) =>
        getComputedStyle(each).cursor === "pointer" &&
        !each.closest(`${fields}, label, [tabindex='0'], [role=tab]`),
    );
    return [...skipped, ...forMouse]
      .map((each) => `${nameOf(each)} ${startOf(each.textContent)}`)
      .slice(0, 5);
  }

  return {
    drawn,
    everything,
    foreign,
    isAbove,
    isInTranscript,
    isInWindow,
    overlaps,
    unreachable,
    unsettled,
  };
})();
