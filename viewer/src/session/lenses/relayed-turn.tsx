import type { SessionView } from "../../../../src/contract/index.ts";
import { Wish } from "../transcript/wish.tsx";
import { useTurn } from "../transcript/use-turn-pages.ts";

/** Each player's wish of a turn, beside what the narrator was told. */
export function RelayedTurn({
  view: { card, turns },
  names,
  turn,
  go,
}: {
  view: SessionView;
  names: readonly string[];
  turn: number;
  go: (turn: number) => void;
}) {
  const told = useTurn({ id: card.id, marks: turns, as: null, turn });
  const wishes = told?.players.filter(({ wants }) => wants !== undefined && wants !== "") ?? [];
  return (
    <li>
      <button type="button" className="quiet" onClick={() => go(turn)}>
        Turn {turn}
      </button>
      <div className="relayed">
        <div>
          {wishes.map((player) => (
            <Wish key={player.seat} player={player} who={names[player.seat] ?? `Seat ${player.seat}`} />
          ))}
          {told && wishes.length === 0 && <p className="muted small">Nobody wished for anything.</p>}
        </div>
        <p className="small">
          {told?.relay ? (
            <>
              <span className="whisper muted">
                {names[told.relay.seat] ?? "The group"} told the narrator:
              </span>{" "}
              {told.relay.text}
            </>
          ) : (
            told && <span className="muted">Nothing was passed on.</span>
          )}
        </p>
      </div>
    </li>
  );
}
