import type { ReactNode } from "react";
import type { Recommendation } from "../../../src/contract/index.ts";
import { exported } from "../exported/index.ts";
import { Command } from "../ui/index.ts";

type Is = Recommendation["is"];

export const decisionTones: Record<Is, "good" | "bad" | "warn" | "calm"> = {
  ship: "good",
  "do not ship": "bad",
  "no difference found": "calm",
  "insufficient evidence": "warn",
  "not evidence": "warn",
  answered: "good",
  unfinished: "calm",
  "not shown": "calm",
};

/** A shape for each tone, so that colour is not the only sign. */
const signs = { good: "✓", bad: "✕", warn: "?", calm: "=" } as const;

/** The decision in one sentence, and what would settle it if it is open. */
export function DecisionBanner({
  recommendation: { is, says, more },
  house = null,
  action,
}: {
  recommendation: Recommendation;
  /** Why the house cast's part makes this no evidence. */ house?: string | null;
  /** A link that does what would decide. */ action?: ReactNode;
}) {
  const tone = decisionTones[is];
  return (
    <section className={`decision ${tone}`} aria-label="Decision">
      <span className="decision-sign" aria-hidden="true">
        {is === "unfinished" ? "…" : is === "not shown" ? "–" : signs[tone]}
      </span>
      <div>
        <h2>{is === "not evidence" ? "House cast: not evidence" : is}</h2>
        <p>{says}</p>
        {house !== null && <p className="decision-more">{house}</p>}
        {more && (
          <p className="decision-more">
            <b>To decide:</b> {more.says}
          </p>
        )}
        {!exported && (more?.command !== undefined || action) && (
          <p className="decision-do">
            {action}
            {more?.command !== undefined && <Command>{more.command}</Command>}
          </p>
        )}
      </div>
    </section>
  );
}
