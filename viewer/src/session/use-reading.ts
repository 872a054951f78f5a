import { useCallback, useLayoutEffect, useRef, useState } from "react";
import type { Target } from "./transcript/transcript.tsx";

/** The address is updated with a delay: browsers refuse too many changes. */
const SETTLE_MS = 350;

/** The current turn and the scroll target. Going to a turn also makes it the current one. */
export function useReading({
  wanted,
  first,
  settle,
}: {
  wanted: number | null;
  first: number | null;
  settle: (turn: number) => void;
}) {
  const [reading, setReading] = useState(wanted ?? first);
  const [target, setTarget] = useState<Target | null>(wanted === null ? null : { turn: wanted, request: 0 });
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  // A layout effect: while the next page loads, this one is hidden but not yet removed, and must not change the address.
  useLayoutEffect(() => () => clearTimeout(timer.current), []);
  const read = useCallback(
    (turn: number) => {
      setReading(turn);
      clearTimeout(timer.current);
      timer.current = setTimeout(() => settle(turn), SETTLE_MS);
    },
    [settle],
  );
  const go = useCallback(
    (turn: number) => {
      setTarget((before) => ({ turn, request: (before?.request ?? 0) + 1 }));
      read(turn);
    },
    [read],
  );
  return { reading, target, read, go };
}
