import type { SessionView } from "../../../../src/contract/index.ts";
import { exported } from "../../exported/index.ts";
import { Badge, words } from "../../ui/index.ts";

type Player = SessionView["players"][number];

/** The players and how they played. A player's view has only the names of the others. */
export function PlayersLens({
  view,
  as,
  look,
}: {
  view: SessionView;
  as: number | null;
  look: (seat: number | null) => void;
}) {
  const audit = as === null ? view.result.audit : undefined;
  return (
    <div className="lens">
      {audit && (
        <p className="muted small">
          {audit.broken
            ? `These players broke the session: ${audit.why.join("; ")}.`
            : audit.notes.length > 0
              ? "The players did not break the session. Notes are below."
              : "No problems with the players found."}
        </p>
      )}
      <ul className="player-list">
        {view.players.map((player) => (
          <li key={player.seat}>
            <header>
              <h2>{player.name}</h2>
              {player.archetype !== "" && <Badge>{words(player.archetype)}</Badge>}
              {player.seat === view.spokesperson && <Badge tone="good">spokesperson</Badge>}
              {player.model !== "" && <span className="muted small">{player.model}</span>}
              {!exported?.isPublic && (
                <button
                  type="button"
                  aria-pressed={as === player.seat}
                  onClick={() => look(as === player.seat ? null : player.seat)}
                >
                  {as === player.seat ? "Stop seeing as" : "See as"} {player.name}
                </button>
              )}
            </header>
            <Character player={player} />
            {audit?.notes
              .filter((note) => note.seat === player.seat)
              .map(({ kind, turn, note, quote }, at) => (
                <p key={at} className="small">
                  <Badge tone="warn">{words(kind)}</Badge> {turn !== undefined && `Turn ${turn}: `}
                  {note} {quote !== "" && <q>{quote}</q>}
                </p>
              ))}
          </li>
        ))}
      </ul>
    </div>
  );
}

function Character({ player: { characterForStory, generatedBackstory } }: { player: Player }) {
  if (characterForStory === "" && generatedBackstory === "") return null;
  return (
    <>
      <p>{characterForStory}</p>
      <details>
        <summary>Backstory</summary>
        <p>{generatedBackstory}</p>
      </details>
    </>
  );
}
