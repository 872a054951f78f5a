import type { TurnView } from "../../../../src/contract/playtest-api.ts";
import type { WantedQuote } from "./mark-quotes.ts";
import { MarkedText } from "./marked-text.tsx";
import { Wish } from "./wish.tsx";

type Player = TurnView["players"][number];

/** What the players said, what each wanted, and whether that reached the narrator. */
export function TableTalk({
  players,
  names,
  quotes,
}: {
  players: readonly Player[];
  names: readonly string[];
  quotes: readonly WantedQuote[];
}) {
  if (players.length === 0) return null;
  return (
    <ul className="table-talk">
      {players.map((player) => (
        <li key={player.seat}>
          <p>
            <b className={`seat seat-${player.seat}`}>{names[player.seat] ?? `Seat ${player.seat}`}</b>{" "}
            <Manner player={player} /> <MarkedText text={player.says} quotes={quotes} />
          </p>
          {player.wants && <Wish player={player} quotes={quotes} />}
          {player.private && (
            <p className="private-answer">
              <span className="whisper">
                Privately to the narrator{player.private.share ? ", and tells the others" : ", and keeps it"}:
              </span>{" "}
              <MarkedText text={player.private.answer} quotes={quotes} />
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
