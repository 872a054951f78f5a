import { useState } from "react";
import { Link } from "wouter";
import type { AbView } from "../../../src/contract/index.ts";
import { compareLink } from "../compare/compare-link.ts";
import { exported } from "../exported/index.ts";
import { Badge, count, metricChange, metricValue } from "../ui/index.ts";

type Pair = AbView["pairs"][number];

const SHOWN = 26;

/** A public file does not show the result on a private metric. */
export const isShown = ({ recommendation }: AbView): boolean => recommendation.is !== "not shown";

/** Every pair with both values on the metric's own scale; each leads to its two replays side by side. */
export function PairList({ test }: { test: AbView }) {
  const [all, setAll] = useState(false);
  const { pairs, running, times } = test;
  const shown = all ? pairs : pairs.slice(0, SHOWN);
  const high = test.scale[1] ?? Math.max(1, ...pairs.flatMap(({ a, b }) => [a ?? 0, b ?? 0]));
  const share = (value: number) => Math.max(0, Math.min(1, (value - test.scale[0]) / (high - test.scale[0])));
  if (pairs.length === 0)
    return (
      <p className="muted">
        No pairs have finished yet.
        {running.length > 0 && ` ${running.length} of ${count(times, "pair")} in progress.`}
      </p>
    );
  return (
    <>
      <ol className="pair-list">
        {shown.map((pair) => (
          <PairRow key={pair.index} pair={pair} test={test} share={share} />
        ))}
      </ol>
      {pairs.length > SHOWN && (
        <button type="button" className="quiet" aria-expanded={all} onClick={() => setAll(!all)}>
          {all ? `Show the first ${SHOWN} pairs` : `Show all ${pairs.length} pairs`}
        </button>
      )}
      {running.length > 0 && (
        <p className="muted small" role="status">
          {count(running.length, "pair")} in progress.
        </p>
      )}
    </>
  );
}

const won: Record<Pair["won"], string> = { a: "A won", b: "B won", tie: "tie", missing: "no score" };

function PairRow({
  pair: { index, a, b, crashed, won: winner, sessions, checkpoint },
  test,
  share,
}: {
  pair: Pair;
  test: AbView;
  share: (value: number) => number;
}) {
  const { metric, decision, checkpoints } = test;
  const shown = isShown(test);
  const value = (arm: "a" | "b") =>
    !shown ? "" : crashed.includes(arm) ? " crashed" : ` ${metricValue(metric, arm === "a" ? a : b)}`;
  const session = (id: string | undefined, text: string) =>
    id === undefined ? text : <Link href={`/sessions/${encodeURIComponent(id)}`}>{text}</Link>;
  const both = sessions.a !== undefined && sessions.b !== undefined ? [sessions.a, sessions.b] : undefined;
  return (
    <li>
      <span className="pair-name">
        {both && !exported ? (
          <Link href={compareLink(both)} aria-label={`Compare pair ${index + 1} side by side`}>
            Pair {index + 1}
          </Link>
        ) : (
          `Pair ${index + 1}`
        )}
        {checkpoints.length > 1 && <span className="muted"> checkpoint {checkpoint + 1}</span>}
        {shown && index >= decision.pairsUsed && <span className="muted"> after the decision</span>}
      </span>
      <span className="pair-line" aria-hidden="true" style={{ visibility: shown ? "visible" : "hidden" }}>
        {a !== null && b !== null && (
          <span
            className="pair-span"
            style={{
              left: `${Math.min(share(a), share(b)) * 100}%`,
              right: `${(1 - Math.max(share(a), share(b))) * 100}%`,
            }}
          />
        )}
        {a !== null && <span className="pair-dot arm-a" style={{ left: `${share(a) * 100}%` }} />}
        {b !== null && <span className="pair-dot arm-b" style={{ left: `${share(b) * 100}%` }} />}
      </span>
      <span className="pair-values number small">
        {session(sessions.a, `A${value("a")}`)} {session(sessions.b, `B${value("b")}`)}
      </span>
      <span className="pair-end small">
        {shown && (
          <Badge tone={winner === "missing" ? "warn" : crashed.length > 0 ? "bad" : "calm"}>
            {won[winner]}
          </Badge>
        )}
        {a !== null && b !== null && a !== b && (
          <span className="muted number">{metricChange(metric, b - a)}</span>
        )}
      </span>
    </li>
  );
}
