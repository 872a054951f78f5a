import type { ReactNode } from "react";
import type { SessionOutcome } from "../../../src/contract/index.ts";
import { count } from "./format.ts";

type Tone = "good" | "bad" | "warn" | "calm" | "live";

export function Badge({
  tone = "calm",
  title,
  children,
}: {
  tone?: Tone;
  title?: string;
  children: ReactNode;
}) {
  return (
    <span className={`badge ${tone}`} title={title}>
      {children}
    </span>
  );
}

const tones: Record<SessionOutcome, Tone> = {
  completed: "good",
  timeout: "warn",
  failed: "bad",
  budget: "warn",
  interrupted: "warn",
  stopped: "calm",
  unfinished: "warn",
};

/** "stopped" means that a session has played as many turns as it was asked to. */
export const outcomeWords = (outcome: string): string =>
  outcome === "stopped" ? "stopped at its turn limit" : outcome;

export function OutcomeBadge({
  outcome,
  live,
  why,
  played,
}: {
  outcome: SessionOutcome;
  live?: boolean;
  why?: string;
  /** The session's own turns, shown if their limit ended it. */ played?: number;
}) {
  if (live) return <Badge tone="live">live</Badge>;
  return (
    <Badge tone={tones[outcome]} title={why}>
      {outcome === "stopped" && played !== undefined
        ? `${count(played, "turn")} played`
        : outcomeWords(outcome)}
    </Badge>
  );
}
