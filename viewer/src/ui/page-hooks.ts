import {
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useState,
  useSyncExternalStore,
  type RefObject,
} from "react";
import { useSearchParams } from "wouter";

/** Below this width, one pane is shown at a time. */
export const NARROW = "(max-width: 860px)";

export function useMedia(query: string): boolean {
  const subscribe = useCallback(
    (changed: () => void) => {
      const list = matchMedia(query);
      list.addEventListener("change", changed);
      return () => list.removeEventListener("change", changed);
    },
    [query],
  );
  return useSyncExternalStore(subscribe, () => matchMedia(query).matches);
}

/** Sets the title of the browser's tab. */
export function useTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} · Rehearse`;
  }, [title]);
}

/** An element's distance from the top of the page, kept up to date as content above it grows. */
export function useTop(element: RefObject<HTMLElement | null>): number {
  const [top, setTop] = useState(0);
  useLayoutEffect(() => {
    const measure = () =>
      setTop(element.current ? Math.round(element.current.getBoundingClientRect().top + scrollY) : 0);
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(document.body);
    return () => observer.disconnect();
  }, [element]);
  return top;
}

/**
 * Parameters of the address, so that a link to a page shows the same page.
 * `set` changes those it names and adds no entry to the history; null or "" removes one.
 */
export function useAddress<Name extends string>(names: readonly Name[]) {
  type Values = Partial<Record<Name, string>>;
  const [params, setParams] = useSearchParams();
  const values = useMemo(
    () =>
      Object.fromEntries(
        names.flatMap((name) => (params.get(name) ? [[name, params.get(name)]] : [])),
      ) as Values,
    [names, params],
  );
  const set = useCallback(
    (changes: { [name in Name]?: string | number | null }) =>
      setParams(
        (before) => {
          const after = new URLSearchParams(before);
          for (const [name, value] of Object.entries(changes)) {
            if (value == null || value === "") after.delete(name);
            else after.set(name, String(value));
          }
          return after;
        },
        { replace: true },
      ),
    [setParams],
  );
  return { values, set };
}
