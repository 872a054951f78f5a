import { useSearchParams } from "wouter";

/**
 * The ticked sessions, at most two, in the order of ticking: the second is compared with the first. Kept in the address, so that
 * the ticks survive opening a session and coming back.
 */
export function usePicked() {
  const [params, setParams] = useSearchParams();
  const picked: readonly string[] = params.getAll("tick").slice(0, 2);
  const change = (ids: readonly string[]) =>
    setParams(
      (before) => [...[...before].filter(([name]) => name !== "tick"), ...ids.map((id) => ["tick", id])],
      {
        replace: true,
      },
    );
  const full = picked.length === 2;
  return {
    picked,
    pick: (id: string) => {
      if (picked.includes(id)) change(picked.filter((one) => one !== id));
      else if (!full) change([...picked, id]);
    },
    clear: () => change([]),
    /** Two are ticked. */ full,
  };
}

export type Picked = ReturnType<typeof usePicked>;
