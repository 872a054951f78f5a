import type { ReactNode } from "react";
import type { SessionOutcome } from "../../../src/contract/session-result.ts";

export type Tone = "good" | "bad" | "warn" | "calm" | "live";

export function Badge({ tone = "calm", title, children }: { tone?: Tone; title?: string; children: ReactNode }) {
  return (
    <span className={`badge ${tone}`} title={title}>
      {children}
    </span>
  );
}

const tones: Record<SessionOutcome, Tone> = { completed: "good", timeout: "warn", failed: "bad", budget: "warn", interrupted: "warn", stopped: "calm", unfinished: "warn" };

export function OutcomeBadge({ outcome, live, why }: { outcome: SessionOutcome; live?: boolean; why?: string }) {
  if (live) return <Badge tone="live">live</Badge>;
  return (
    <Badge tone={tones[outcome]} title={why}>
      {outcome}
    </Badge>
  );
}
