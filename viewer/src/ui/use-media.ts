import { useCallback, useSyncExternalStore } from "react";

/** Narrower than this, one thing is shown at a time. */
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
