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
  return (
    <div className="lens">
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
