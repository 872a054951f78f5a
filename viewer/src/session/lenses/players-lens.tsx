import type { SessionView } from "../../../../src/contract/playtest-api.ts";
import { Badge } from "../../ui/index.ts";

/** Who plays, and how they played their part. */
export function PlayersLens({ view, as, look }: { view: SessionView; as: number | null; look: (seat: number | null) => void }) {
  const { audit } = view.result;
  return (
    <div className="lens">
      {audit && (
        <p className="muted small">
          {audit.broken ? `These players broke the session: ${audit.why.join("; ")}.` : "The players played as players: no rule says that they broke the session."}
        </p>
      )}
      <ul className="player-list">
        {view.players.map(({ seat, name, archetype, model, characterForStory, generatedBackstory }) => (
          <li key={seat}>
            <header>
              <h2>{name}</h2>
              <Badge>{archetype}</Badge>
              {seat === view.spokesperson && <Badge tone="good">spokesperson</Badge>}
              <span className="muted small">{model}</span>
              <button type="button" aria-pressed={as === seat} onClick={() => look(as === seat ? null : seat)}>
                {as === seat ? "Stop seeing as" : "See as"} {name}
              </button>
            </header>
            <p>{characterForStory}</p>
            <details>
              <summary>Backstory</summary>
              <p>{generatedBackstory}</p>
            </details>
            {audit?.notes.filter((note) => note.seat === seat).map(({ kind, turn, note, quote }, at) => (
              <p key={at} className="small">
                <Badge tone="warn">{kind}</Badge> {turn !== undefined && `Turn ${turn}: `}
                {note} {quote !== "" && <q>{quote}</q>}
              </p>
            ))}
          </li>
        ))}
      </ul>
    </div>
  );
}
