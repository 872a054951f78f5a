/** The address holds the turn, view, lens and issue, so that a link opens exactly that. */
import { useMemo } from "react";
import { useAddress } from "../ui/index.ts";

const lensNames = ["transcript", "flow", "issues", "score", "players", "branches", "texts"] as const;
export type LensName = (typeof lensNames)[number];

export type SessionUrl = {
  turn: number | null;
  as: number | null;
  lens: LensName | null;
  issue: number | null;
};

const whole = (text: string | undefined): number | null =>
  text !== undefined && /^\d{1,7}$/.test(text) ? Number(text) : null;

const names = ["turn", "as", "lens", "issue"] as const;

export function useSessionUrl(): [SessionUrl, (change: Partial<SessionUrl>) => void] {
  const { values, set } = useAddress(names);
  const url = useMemo<SessionUrl>(
    () => ({
      turn: whole(values.turn),
      as: whole(values.as),
      lens: lensNames.find((name) => name === values.lens) ?? null,
      issue: whole(values.issue),
    }),
    [values],
  );
  return [url, set];
}
