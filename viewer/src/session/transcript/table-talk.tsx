import type { TurnView } from "../../../../src/contract/playtest-api.ts";
import { Icon } from "../../ui/index.ts";
import type { WantedQuote } from "./mark-quotes.ts";
import { MarkedText } from "./marked-text.tsx";

type Player = TurnView["players"][number];

/** What the players said, what each wanted, and whether that reached the narrator. */
export function TableTalk({ players, names, quotes }: { players: readonly Player[]; names: readonly string[]; quotes: readonly WantedQuote[] }) {
  if (players.length === 0) return null;
  return (
    <ul className="table-talk">
      {players.map((player) => (
        <li key={player.seat}>
          <p>
            <b className={`seat seat-${player.seat}`}>{names[player.seat] ?? `Seat ${player.seat}`}</b> <Manner player={player} /> <MarkedText text={player.says} quotes={quotes} />
          </p>
          {player.wants && <Wish player={player} quotes={quotes} />}
          {player.private && (
            <p className="private-answer">
              <span className="whisper">Privately to the narrator{player.private.share ? ", and tells the others" : ", and keeps it"}:</span> <MarkedText text={player.private.answer} quotes={quotes} />
              {player.private.telling && <> To the others: {player.private.telling}</>}
            </p>
          )}
        </li>
      ))}
    </ul>
  );
}

function Manner({ player: { mood, offTopic } }: { player: Player }) {
  const words = [mood, offTopic && offTopic !== "none" ? `off the story (${offTopic})` : ""].filter(Boolean);
  return words.length === 0 ? null : <span className="manner">{words.join(", ")}</span>;
}

const fates = { true: ["check", "reached the narrator", "kept"], false: ["cross", "got lost in the relay", "lost"], null: ["dot", "cannot be told", "untold"] } as const;

function Wish({ player: { wants = "", relayed }, quotes }: { player: Player; quotes: readonly WantedQuote[] }) {
  const fate = relayed === undefined ? undefined : fates[`${relayed}`];
  return (
    <p className={`wish ${fate?.[2] ?? ""}`}>
      {fate && (
        <span className="fate" title={fate[1]}>
          <Icon name={fate[0]} />
          <span className="visually-hidden">{fate[1]}:</span>
        </span>
      )}
      <MarkedText text={wants} quotes={quotes} />
      {relayed === false && <span className="fate-word">lost</span>}
    </p>
  );
}
