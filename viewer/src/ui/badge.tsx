import type { ReactNode } from "react";
import type { SessionOutcome } from "../../../src/contract/index.ts";
import { outcomeWords } from "../../../src/contract/playtest/outcome-words.ts";
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

export const HouseBadge = () => (
  <Badge title="The house cast narrated from a script: not evidence about a prompt or a model">
    scripted: not evidence
  </Badge>
);

const tones: Record<SessionOutcome | "crashed", Tone> = {
  completed: "good",
  timeout: "warn",
  failed: "bad",
  crashed: "bad",
  budget: "warn",
  interrupted: "warn",
  stopped: "calm",
  unfinished: "warn",
};

export function OutcomeBadge({
  outcome,
  live,
  why,
  unreadable,
  played,
}: {
  outcome: keyof typeof tones;
  live?: boolean;
  why?: string;
  /** A file of it that cannot be read: how it ended is then not known. */ unreadable?: string | undefined;
  /** The session's own turns, shown if their limit ended it. */ played?: number | undefined;
}) {
  if (live) return <Badge tone="live">live</Badge>;
  if (unreadable !== undefined)
    return (
      <Badge tone="bad" title={unreadable}>
        unreadable
      </Badge>
    );
  return (
    <Badge tone={tones[outcome]} title={why}>
      {outcome === "stopped" && played !== undefined
        ? `${count(played, "turn")} played`
        : outcomeWords(outcome)}
    </Badge>
  );
}
