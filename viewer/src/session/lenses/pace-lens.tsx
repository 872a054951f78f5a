import type { SessionView } from "../../../../src/contract/index.ts";
import { duration, metricValue, money, words } from "../../ui/index.ts";
import { Legend } from "../charts/legend.tsx";
import { PulsePace } from "../charts/pulse-pace.tsx";
import { TurnBars } from "../charts/turn-bars.tsx";
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
      <TurnBars
        marks={turns}
        value={({ ms }) => ms}
        label="Time"
        text={duration}
        reading={reading}
        onTurn={go}
      />
      <Legend marks={turns} />
      <Facts
        facts={[
          ["Turns per pulse", metricValue("turns-per-pulse", pulses?.turnsPerPulse)],
          ["Longest gap between pulses", pulses?.longestGap == null ? "–" : `${pulses.longestGap} turns`],
          ["Evenness (100 %: even)", metricValue("evenness", pulses?.evenness)],
          ["Time played", duration(result.durationMs)],
          ["Cost in all", money(card.cost)],
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
