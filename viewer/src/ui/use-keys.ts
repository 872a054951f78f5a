import { useEffect, useRef } from "react";

const typing = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || ["INPUT", "TEXTAREA", "SELECT"].includes(target.tagName)) &&
  !target.matches("[type=checkbox], [type=radio]");

/** Single-key shortcuts for the page, inactive while typing or with a dialog open. */
export function useKeys(keys: Record<string, () => void>): void {
  const latest = useRef(keys);
  useEffect(() => {
    latest.current = keys;
  });
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (
        event.ctrlKey ||
        event.metaKey ||
        event.altKey ||
        typing(event.target) ||
        document.querySelector("dialog[open]")
      )
        return;
      const act = latest.current[event.key];
      if (!act) return;
      event.preventDefault();
      act();
    };
    document.addEventListener("keydown", press);
    return () => document.removeEventListener("keydown", press);
  }, []);
}

/** A row that was out of view is rendered a few frames after scrolling to it. */
const FRAMES = 20;

/** j and k (or the arrows, while a row has focus) move through a list's rows: elements with `data-row="0…"`. */
export function useListKeys({
  count,
  show,
}: {
  count: number;
  /** Scrolls a row into view. */ show: (index: number) => void;
}) {
  const list = useRef<HTMLDivElement>(null);
  /** The row the focus is moving to: keys can be faster. */
  const heading = useRef<number | undefined>(undefined);
  const current = () =>
    heading.current ??
    Number(
      list.current?.querySelector("[data-row]:focus-within, [data-row]:focus")?.getAttribute("data-row") ??
        -1,
    );
  const arrive = (to: number, frames: number) => {
    // Another key has moved on in the meantime.
    if (heading.current !== to) return;
    const row = focusRow(list.current, to);
    if (!row && frames > 0) {
      requestAnimationFrame(() => arrive(to, frames - 1));
      return;
    }
    heading.current = undefined;
  };
  const step = (by: number) => {
    if (count === 0) return;
    const to = Math.max(0, Math.min(count - 1, current() + by));
    heading.current = to;
    show(to);
    requestAnimationFrame(() => requestAnimationFrame(() => arrive(to, FRAMES)));
  };
  useKeys({ j: () => step(1), k: () => step(-1) });
  const onKeyDown = (event: React.KeyboardEvent) => {
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (by === undefined || current() < 0) return;
    event.preventDefault();
    step(by);
  };
  return { list, onKeyDown };
}

function focusRow(list: HTMLElement | null, index: number): HTMLElement | undefined {
  const row = list?.querySelector<HTMLElement>(`[data-row="${index}"]`);
  const target = row?.matches("a, button")
    ? row
    : (row?.querySelector<HTMLElement>("a") ?? row?.querySelector<HTMLElement>("button, [tabindex]"));
  target?.focus({ preventScroll: true });
  return target ?? undefined;
}
