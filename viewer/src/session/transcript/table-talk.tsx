import type { TurnView } from "../../../../src/contract/index.ts";
import { Icon } from "../../ui/index.ts";
import type { WantedQuote } from "./mark-quotes.ts";
import { MarkedText } from "./marked-text.tsx";

type Player = TurnView["players"][number];

const none: never[] = [];

/** What the players said and wanted, whether it reached the narrator, and what they said to each other. */
export function TableTalk({
  players,
  crossTalk = none,
  names,
  quotes,
}: {
  players: readonly Player[];
  crossTalk?: TurnView["crossTalk"];
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
          {player.tells && (
            <p className="telling">
              <span className="whisper">Shares a secret from turn {player.tells.turn}:</span>{" "}
              <MarkedText text={player.tells.text} quotes={quotes} />
            </p>
          )}
          <Withheld said={player.withheld} askedAgain={player.askedAgain} />
          {player.wants && <Wish player={player} quotes={quotes} />}
          {player.private && (
            <p className="private-answer">
              <span className="whisper">
                Privately to the narrator{player.private.share ? ", and tells the others" : ", and keeps it"}:
              </span>{" "}
              <MarkedText text={player.private.answer} quotes={quotes} />
            </p>
          )}
          {player.remember && (
            <p className="private-answer">
              <span className="whisper">Notes for themselves:</span> {player.remember}
            </p>
          )}
        </li>
      ))}
      {crossTalk.map(({ seat, says, offTopic, withheld }, at) => (
        <li key={`cross-talk-${at}`} className="cross-talk">
          <p>
            <b className={`seat seat-${seat}`}>{names[seat] ?? `Seat ${seat}`}</b>{" "}
            <span className="manner">{["to the others", away(offTopic)].filter(Boolean).join(", ")}</span>{" "}
            <MarkedText text={says} quotes={quotes} />
          </p>
          <Withheld said={withheld} />
        </li>
      ))}
    </ul>
  );
}

/** A player's withheld words. */
function Withheld({ said, askedAgain }: { said: Player["withheld"]; askedAgain?: Player["askedAgain"] }) {
  if (!said) return null;
  return (
    <p className="private-answer">
      <span className="whisper">
        Withheld because it reveals a secret{askedAgain ? "; asked again" : ""}:
      </span>{" "}
      {said.join(" ")}
    </p>
  );
}

function Manner({ player: { mood, offTopic } }: { player: Player }) {
  const words = [mood, away(offTopic)].filter(Boolean);
  return words.length === 0 ? null : <span className="manner">{words.join(", ")}</span>;
}

const away = (offTopic: Player["offTopic"]): string =>
  offTopic && offTopic !== "none" ? `off the story (${offTopic})` : "";

const fates = { true: ["check", "passed on", "kept"], false: ["cross", "lost", "lost"] } as const;

/** A player's wish and, if known, whether it reached the narrator. */
export function Wish({
  player: { wants = "", relayed },
  who,
  quotes = none,
}: {
  player: Player;
  /** Shown if the context does not name the player. */ who?: string;
  quotes?: readonly WantedQuote[];
}) {
  const fate = relayed == null ? undefined : fates[`${relayed}`];
  return (
    <p className={`wish ${fate?.[2] ?? ""}`}>
      <span className="whisper muted">{who === undefined ? "wants" : `${who} wanted`}</span>
      <span>
        <MarkedText text={wants} quotes={quotes} />
      </span>
      {fate && (
        <span
          className="fate"
          title={fate[2] === "kept" ? "The narrator was told" : "The narrator was not told"}
        >
          <Icon name={fate[0]} /> {fate[1]}
        </span>
      )}
    </p>
  );
}
