import { useRef } from "react";
import { useKeys } from "./use-keys.ts";

/** j and k (or the arrows, while a row has the focus) go through the rows of a list: elements with `data-row="0…"`. */
export function useListKeys({ count, show }: { count: number; /** Scrolls a row into the rendered part. */ show: (index: number) => void }) {
  const list = useRef<HTMLDivElement>(null);
  const current = () => Number(list.current?.querySelector("[data-row]:focus-within, [data-row]:focus")?.getAttribute("data-row") ?? -1);
  const go = (index: number) => {
    const to = Math.max(0, Math.min(count - 1, index));
    if (count === 0) return;
    show(to);
    // The row may only be rendered once it has been scrolled to.
    requestAnimationFrame(() => requestAnimationFrame(() => focusRow(list.current, to)));
  };
  const step = (by: number) => go(current() + by);
  useKeys({ j: () => step(1), k: () => step(-1) });
  const onKeyDown = (event: React.KeyboardEvent) => {
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (by === undefined || current() < 0) return;
    event.preventDefault();
    step(by);
  };
  return { list, onKeyDown };
}

function focusRow(list: HTMLElement | null, index: number): void {
  const row = list?.querySelector<HTMLElement>(`[data-row="${index}"]`);
  const target = row?.matches("a, button") ? row : row?.querySelector<HTMLElement>("a, button");
  target?.focus({ preventScroll: true });
}
