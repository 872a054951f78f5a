import type { SessionView, TurnMark } from "../../../../src/contract/index.ts";
import { count, duration, metricValue, money, words } from "../../ui/index.ts";
import { Legend, TurnBars } from "../turn-bars.tsx";
import { Facts } from "./facts.tsx";

/** How fast the story moved, how long it took, and what it cost. */
export function PaceLens({
  view: { card, result, turns },
  reading,
  go,
}: {
  view: SessionView;
  reading: number | null;
  go: (turn: number) => void;
}) {
  const pulses = result.metrics?.pulses;
  return (
    <div className="lens">
      <PulsePace marks={turns} expected={card.pulses.expected} reading={reading} />
      <TurnBars
        marks={turns}
        value={({ cost }) => cost}
        label="Cost"
        text={money}
        reading={reading}
        onTurn={go}
      />
      {turns.some(({ recorded }) => recorded) ? (
        <p className="muted small">Played from a recording, so there is no time per turn.</p>
      ) : (
        <TurnBars
          marks={turns}
          value={({ ms }) => ms}
          label="Time"
          text={duration}
          reading={reading}
          onTurn={go}
        />
      )}
      <Legend marks={turns} />
      <Facts
        facts={[
          ["Turns per pulse", metricValue("turns-per-pulse", pulses?.turnsPerPulse)],
          ["Longest gap between pulses", pulses?.longestGap == null ? "–" : count(pulses.longestGap, "turn")],
          [
            "Evenness of the told pulses (the score multiplies it by the part told)",
            metricValue("evenness", pulses?.evenness),
          ],
          [
            turns.some(({ recorded }) => recorded) ? "Time to play the recording" : "Time played",
            duration(result.durationMs),
          ],
          ["Total cost", money(card.cost)],
          ...Object.entries(result.cost.byRole).map(([role, cost]): [string, string] => [
            `Cost: ${words(role)}`,
            money(cost),
          ]),
          ["Tokens", result.tokens.total.toLocaleString("en")],
        ]}
      />
    </div>
  );
}

/** Pulses told up to each turn. A turn may tell several. */
function pulsesTold(marks: ReadonlyArray<Pick<TurnMark, "pulse" | "pulses">>): number[] {
  let told = 0;
  return marks.map(({ pulse, pulses }) => (told += pulses ?? (pulse === undefined ? 0 : 1)));
}

/** Pulses of the guide told by each turn, against an even pace. */
function PulsePace({
  marks,
  expected,
  reading,
}: {
  marks: readonly TurnMark[];
  /** Absent if the guide has no beats. */
  expected: number | undefined;
  reading: number | null;
}) {
  const turns = Math.max(1, marks.length);
  const sums = pulsesTold(marks);
  const told = sums.at(-1) ?? 0;
  const points = sums.map((sum, at) => `L${at + 1} ${y(sum)}`);
  const story = marks.findIndex(({ kind }) => kind !== "creation");
  const at = marks.findIndex(({ turn }) => turn === reading);
  const wide = Math.max(1, turns / 200);
  function y(count: number): number {
    return 96 - (count / Math.max(1, expected ?? 0, told)) * 92;
  }
  return (
    <figure className="chart">
      <figcaption>
        <b>Pulses</b>{" "}
        <span className="muted">
          {expected === undefined
            ? "beats: none in the guide"
            : `${told} of ${expected}; dashed: an even pace`}
        </span>
      </figcaption>
      <svg
        className="pace"
        viewBox={`0 0 ${turns} 100`}
        preserveAspectRatio="none"
        height={110}
        role="img"
        aria-label={
          expected === undefined
            ? "beats: none in the guide"
            : `${told} of ${expected} pulses told in ${marks.length} turns`
        }
      >
        {at >= 0 && <rect className="cursor" x={at + 0.5 - wide / 2} width={wide} height="100" />}
        {expected !== undefined && (
          <line className="even" x1={Math.max(0, story)} y1={y(0)} x2={turns} y2={y(expected)} />
        )}
        <path className="told" d={`M0 ${y(0)} ${points.join(" ")}`} />
      </svg>
    </figure>
  );
}
