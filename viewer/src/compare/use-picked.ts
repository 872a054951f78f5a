/** The ticked sessions, in the order of ticking. The others are compared with the first. */
import { useState } from "react";
import { useSearchParams } from "wouter";
import { MOST_COMPARED } from "./compare-link.ts";

export type Picked = {
  picked: readonly string[];
  pick: (id: string) => void;
  clear: () => void;
  /** The limit of sessions to compare is reached. */ full: boolean;
};

type Change = (change: (before: readonly string[]) => readonly string[]) => void;

const pickedBy = (picked: readonly string[], change: Change): Picked => ({
  picked,
  pick: (id) =>
    change((before) =>
      before.includes(id)
        ? before.filter((one) => one !== id)
        : before.length < MOST_COMPARED
          ? [...before, id]
          : before,
    ),
  clear: () => change(() => []),
  full: picked.length >= MOST_COMPARED,
});

export function usePicked(): Picked {
  const [picked, setPicked] = useState<readonly string[]>([]);
  return pickedBy(picked, setPicked);
}

/** Kept in the address, so that the ticks survive opening a session and coming back. */
export function usePickedInAddress(): Picked {
  const [params, setParams] = useSearchParams();
  const change: Change = (change) =>
    setParams(
      (before) => {
        const after = new URLSearchParams(before);
        after.delete("tick");
        for (const id of change(before.getAll("tick"))) after.append("tick", id);
        return after;
      },
      { replace: true },
    );
  return pickedBy(params.getAll("tick").slice(0, MOST_COMPARED), change);
}
