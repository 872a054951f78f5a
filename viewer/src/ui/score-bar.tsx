import { NOT_KNOWN } from "./format.ts";
import { score as told } from "./metric-value.ts";

/** A score of 100 as a number and a mark on a bar. */
export function ScoreBar({
  score,
  covers,
}: {
  score: number | null;
  /** The turns it covers, if they are not all the session's own. */ covers?: string | undefined;
}) {
  if (score === null) return <span className="score-bar muted not-known">{NOT_KNOWN}</span>;
  const title = [`Score: ${told(score)} of 100`, ...(covers ? [covers] : [])].join("; ");
  return (
    <span className="score-bar" title={title}>
      <span className="score-number">{told(score)}</span>
      <svg viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true">
        <rect className="track" y="4" width="100" height="2" />
        <rect className="point" x={Math.min(98, score - 1)} width="2.5" height="10" />
      </svg>
    </span>
  );
}
