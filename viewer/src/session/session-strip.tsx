import type { SessionView } from "../../../src/contract/index.ts";
import { exported } from "../exported/index.ts";
import { outcomeWords, Select, words } from "../ui/index.ts";
import { Minimap } from "./minimap.tsx";

type SessionStripProps = {
  view: SessionView;
  reading: number | null;
  as: number | null;
  show: (turn: number) => void;
  look: (seat: number | null) => void;
  /** Absent if the session is not live. */
  following?: boolean;
  follow?: (follow: boolean) => void;
  /** The session ended while the page was open. */
  over: boolean;
};

/** All turns at a glance, and the choice of a player's view. */
export function SessionStrip({ view, reading, as, show, look, following, follow, over }: SessionStripProps) {
  return (
    <div className="session-strip">
      <Minimap view={view} reading={reading} show={show} />
      <EyesSelect players={view.players} as={as} look={look} />
      {follow && (
        <button
          type="button"
          aria-pressed={following}
          onClick={() => follow(!following)}
          title="Scroll to each new turn"
        >
          Follow
        </button>
      )}
      <span role="status" className="small">
        {over && !view.card.live && `Session ended: ${outcomeWords(view.card.outcome)}.`}
      </span>
    </div>
  );
}

/** Chooses the player's view. */
function EyesSelect({
  players,
  as,
  look,
}: {
  players: SessionView["players"];
  as: number | null;
  look: (seat: number | null) => void;
}) {
  if (exported?.isPublic) return null;
  return (
    <Select
      label={<span>See as</span>}
      className="eyes"
      value={String(as ?? "")}
      onChange={(seat) => look(seat === "" ? null : Number(seat))}
      none="everyone"
      options={players.map(({ seat, name, archetype }) => ({
        value: String(seat),
        text: [name, words(archetype)].filter(Boolean).join(", "),
      }))}
    />
  );
}
