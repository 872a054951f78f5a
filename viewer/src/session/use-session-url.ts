/** What is looked at is in the address: a link to a turn, through a player's eyes, opens just that. */
import { useCallback, useMemo } from "react";
import { useSearchParams } from "wouter";

const lensNames = ["transcript", "flow", "issues", "score", "pace", "relay", "players", "branches"] as const;
export type LensName = (typeof lensNames)[number];

export type SessionUrl = {
  turn: number | null;
  as: number | null;
  lens: LensName | null;
  issue: number | null;
};

const whole = (text: string | null): number | null =>
  text !== null && /^\d{1,7}$/.test(text) ? Number(text) : null;

export function useSessionUrl(): [SessionUrl, (change: Partial<SessionUrl>) => void] {
  const [params, setParams] = useSearchParams();
  const url = useMemo<SessionUrl>(
    () => ({
      turn: whole(params.get("turn")),
      as: whole(params.get("as")),
      lens: lensNames.find((name) => name === params.get("lens")) ?? null,
      issue: whole(params.get("issue")),
    }),
    [params],
  );
  const change = useCallback(
    (change: Partial<SessionUrl>) =>
      setParams(
        (before) => {
          const after = new URLSearchParams(before);
          for (const [name, value] of Object.entries(change)) {
            if (value === null || value === undefined) after.delete(name);
            else after.set(name, String(value));
          }
          return after;
        },
        { replace: true },
      ),
    [setParams],
  );
  return [url, change];
}
