import type { SessionView } from "../../../../src/contract/playtest-api.ts";
import { Empty, Meter, percent } from "../../ui/index.ts";

/** What the players wanted, and what of it the spokesperson passed on. */
export function RelayLens({ view, names, go }: { view: SessionView; names: readonly string[]; go: (turn: number) => void }) {
  const relay = view.result.metrics?.relay;
  if (!relay || relay.wanted === 0) return <Empty title="No wish to follow">Nobody has asked for anything that could get lost.</Empty>;
  const lost = relay.turns.filter(({ dropped }) => dropped.length > 0);
  return (
    <div className="lens">
      <section>
        <h2>{percent(relay.survival)} of the wishes reached the narrator</h2>
        <p className="muted small">
          {relay.survived} of {relay.wanted}, by words alone. {names[view.spokesperson] ?? "Somebody"} speaks for the group.
        </p>
      </section>
      <ul className="parts">
        {relay.bySeat.map(({ seat, wanted, dropped }) => (
          <li key={seat}>
            <span>{names[seat] ?? `Seat ${seat}`}</span>
            <Meter value={(wanted - dropped) / Math.max(1, wanted)} label={`Wishes of ${names[seat] ?? `seat ${seat}`} that survived`} />
            <span className="number">{percent(wanted === 0 ? null : (wanted - dropped) / wanted)}</span>
            <span className="muted small number">
              {dropped} of {wanted} lost
            </span>
          </li>
        ))}
      </ul>
      {lost.length > 0 && (
        <section>
          <h3>Turns in which a wish got lost</h3>
          <ol className="lost-turns">
            {lost.map(({ turn, dropped }) => (
              <li key={turn}>
                <button type="button" className="quiet" onClick={() => go(turn)}>
                  Turn {turn}
                </button>
                {dropped.map((seat) => names[seat] ?? `seat ${seat}`).join(", ")}
              </li>
            ))}
          </ol>
        </section>
      )}
    </div>
  );
}
