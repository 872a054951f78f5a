import { useState } from "react";
import type { SessionView } from "../../../../src/contract/index.ts";
import { Empty, Meter, percent } from "../../ui/index.ts";
import { useTurn } from "../transcript/use-turn-pages.ts";
import { Wish } from "../transcript/table-talk.tsx";

const PAGE = 25;

/** What the players wanted, and what of it the spokesperson passed on. */
export function RelayLens({
  view,
  names,
  go,
}: {
  view: SessionView;
  names: readonly string[];
  go: (turn: number) => void;
}) {
  const [all, setAll] = useState(false);
  const [shown, setShown] = useState(PAGE);
  const relay = view.result.metrics?.relay;
  if (relay?.wanted === null) return <Empty title="Not checked">Needs a reader (--observer).</Empty>;
  if (!relay || relay.wanted === 0)
    return <Empty title="No wishes">No player has asked for anything yet.</Empty>;
  const lost = relay.turns.map(({ turn }) => turn);
  const every = all || lost.length === 0;
  const turns = every ? view.turns.filter(({ kind }) => kind !== "creation").map(({ turn }) => turn) : lost;
  return (
    <div className="lens">
      <section>
        <h2>{percent(relay.survival)} of the players' wishes reached the narrator</h2>
        <p className="muted small">
          {relay.survived} of {relay.wanted} relayed unchanged.{" "}
          {names[view.spokesperson] ?? "The spokesperson"} speaks for the group.
        </p>
      </section>
      <section>
        <h3>Wishes that reached the narrator, by player</h3>
        <ul className="parts">
          {relay.bySeat.map(({ seat, wanted, changed, dropped }) => (
            <li key={seat}>
              <span>{names[seat] ?? `Seat ${seat}`}</span>
              <Meter
                value={(wanted - changed - dropped) / Math.max(1, wanted)}
                label={`Wishes of ${names[seat] ?? `seat ${seat}`} that reached the narrator`}
              />
              <span className="number">
                {percent(wanted === 0 ? null : (wanted - changed - dropped) / wanted)}
              </span>
              <span className="muted small number">
                {changed} changed, {dropped} dropped, of {wanted}
              </span>
            </li>
          ))}
        </ul>
      </section>
      <section>
        <div className="lens-bar">
          <h3>{every ? "Wishes and what was passed on" : "Turns with a lost wish"}</h3>
          <label className="small" hidden={lost.length === 0}>
            <input type="checkbox" checked={all} onChange={() => setAll(!all)} /> show every turn
          </label>
        </div>
        <ol className="relayed-turns">
          {turns.slice(0, shown).map((turn) => (
            <RelayedTurn key={turn} view={view} names={names} turn={turn} go={go} />
          ))}
        </ol>
        {turns.length > shown && (
          <button type="button" onClick={() => setShown(shown + PAGE)}>
            Show {Math.min(PAGE, turns.length - shown)} more of {turns.length}
          </button>
        )}
      </section>
    </div>
  );
}

/** Each player's wish in a turn, next to the relay. */
function RelayedTurn({
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
          {told && wishes.length === 0 && <p className="muted small">No wishes.</p>}
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
