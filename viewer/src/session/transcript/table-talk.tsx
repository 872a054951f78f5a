import type { TurnView } from "../../../../src/contract/index.ts";
import { Line, Words } from "./passage.tsx";
import { marksIn, type Marks } from "./passages.ts";

type Player = TurnView["players"][number];

const none: never[] = [];

/** What the players said and wanted, and what they said to each other. */
export function TableTalk({
  players,
  crossTalk = none,
  names,
  marks,
}: {
  players: readonly Player[];
  crossTalk?: TurnView["crossTalk"];
  names: readonly string[];
  marks: Marks;
}) {
  if (players.length === 0) return null;
  return (
    <ul className="table-talk">
      {players.map((player, at) =>
        isSilent(player) ? null : (
          <li key={player.seat}>
            <Line text={player.says} marks={marksIn(marks, "says", at)}>
              <b className={`seat seat-${player.seat}`}>{names[player.seat] ?? `Seat ${player.seat}`}</b>{" "}
              <Manner player={player} />
            </Line>
            {player.wants && (
              <p className="wish">
                <span className="whisper muted">wants</span>
                <span>
                  <Words text={player.wants} marks={marksIn(marks, "wants", at)} />
                </span>
              </p>
            )}
            {player.private?.answer && (
              <Line
                text={player.private.answer}
                marks={marksIn(marks, "private", at)}
                className="private-answer"
              >
                <span className="whisper">Privately to the narrator:</span>
              </Line>
            )}
            {player.remember && (
              <p className="private-answer">
                <span className="whisper">Notes for themselves:</span> {player.remember}
              </p>
            )}
          </li>
        ),
      )}
      {crossTalk.map(({ seat, says, offTopic, tells }, at) => (
        <li key={`cross-talk-${at}`} className="cross-talk">
          <Line text={says} marks={marksIn(marks, "cross-talk", at)}>
            <b className={`seat seat-${seat}`}>{names[seat] ?? `Seat ${seat}`}</b>{" "}
            <span className="manner">
              {["to the others", away(offTopic), telling(tells)].filter(Boolean).join(", ")}
            </span>
          </Line>
        </li>
      ))}
    </ul>
  );
}

/** In a transcript from elsewhere, most words are said to the others. */
const isSilent = ({ says, wants, private: answer, remember }: Player): boolean =>
  says === "" && !wants && !answer?.answer && !remember;

function Manner({ player: { mood, offTopic, tells } }: { player: Player }) {
  const words = [mood, away(offTopic), telling(tells)].filter(Boolean);
  return words.length === 0 ? null : <span className="manner">{words.join(", ")}</span>;
}

const away = (offTopic: Player["offTopic"]): string =>
  offTopic && offTopic !== "none" ? `off the story (${offTopic})` : "";

const telling = (tells: Player["tells"]): string =>
  tells ? `tells what only they knew (turn ${tells.join(", ")})` : "";
