/** Scrolls to turns whose height is known only once they are near: the target is held while they settle. */
import { useCallback, useEffect, useRef, type KeyboardEvent, type RefObject } from "react";

/** How long a target is held after it was set or its turn was loaded. */
const HOLD_MS = 1_500;
/** A turn counts as read when it reaches this far from the top. */
const LEAD = 60;

/** `index` counts turns. */
type Held = { index: number; align: "start" | "end"; until: number };

/** `list` holds one element per turn. */
export function useHeldScroll({
  scroller,
  list,
  last,
  onRead,
}: {
  scroller: RefObject<HTMLElement | null>;
  list: RefObject<HTMLElement | null>;
  last: number;
  onRead: (index: number) => void;
}) {
  const held = useRef<Held | null>(null);
  const settle = useCallback(() => {
    const [box, to] = [scroller.current, held.current];
    const place = to && list.current?.children[to.index];
    if (!box || !to || !(place instanceof HTMLElement)) return;
    if (performance.now() > to.until) held.current = null;
    else if (to.align === "end") box.scrollTop = box.scrollHeight;
    else {
      box.scrollTop = place.offsetTop;
      const mark = place.querySelector("mark.chosen");
      const below = mark ? mark.getBoundingClientRect().bottom - box.getBoundingClientRect().bottom : 0;
      // A long turn may have its quote further down.
      if (below > 0) box.scrollTop += below + box.clientHeight / 2;
    }
  }, [scroller, list]);
  const hold = useCallback(
    (index: number, align: Held["align"] = "start") => {
      held.current = { index, align, until: performance.now() + HOLD_MS };
      settle();
    },
    [settle],
  );
  /** Its turn was loaded: it may have another height. */
  const renew = useCallback(() => {
    if (held.current) hold(held.current.index, held.current.align);
  }, [hold]);
  const letGo = useCallback(() => {
    held.current = null;
  }, []);
  useEffect(() => {
    const observer = new ResizeObserver(settle);
    if (list.current) observer.observe(list.current);
    return () => observer.disconnect();
  }, [settle, list]);

  const onScroll = () => {
    const at = held.current?.index ?? indexAt(list.current, (scroller.current?.scrollTop ?? 0) + LEAD);
    if (at >= 0) onRead(at);
  };
  // The browser's smooth scrolling would stop midway, when turns get their height.
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.target !== event.currentTarget) return;
    letGo();
    if (event.key !== "Home" && event.key !== "End") return;
    event.preventDefault();
    if (event.key === "Home") hold(0);
    else hold(last, "end");
  };
  return {
    hold,
    renew,
    handlers: { onScroll, onKeyDown, onWheel: letGo, onTouchMove: letGo, onPointerDown: letGo },
  };
}

/** The element that covers a distance from the top, by halving. */
function indexAt(list: HTMLElement | null, top: number): number {
  const places = list?.children;
  if (!places || places.length === 0) return -1;
  let [low, high] = [0, places.length - 1];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((places[middle] as HTMLElement).offsetTop <= top) low = middle;
    else high = middle - 1;
  }
  return low;
}
