import type { SemanticResult } from "../../../src/contract/index.ts";
import { NOT_KNOWN } from "../ui/index.ts";
import { Sign, type Mark } from "./entities.tsx";

/** One of the first stage's, with how alike it is beside the one that is most. */
export function CandidateRow({
  candidate: { entity_id, rank, score },
  mark,
  isChosen,
  best,
}: {
  candidate: SemanticResult["voyage_candidates"][number];
  mark: Mark;
  isChosen: boolean;
  best: number;
}) {
  return (
    <li className={`${mark} ${isChosen ? "went-on" : ""}`}>
      <span className="rank number">{rank}</span>
      <Sign mark={mark} />
      <span className="entity">{entity_id}</span>
      <span className="score-track" aria-hidden="true">
        <span style={{ width: `${Math.max(0, ((score ?? 0) / best) * 100)}%` }} />
      </span>
      <span className="number small">{score === undefined ? NOT_KNOWN : score.toFixed(3)}</span>
    </li>
  );
}
