/** Issues with the words that show them. */
import {
  isFromGuide,
  kindWords,
  quotedFrom,
  type Episode,
  type Issue,
  type Quote,
  type TurnRecord,
} from "../../contract/index.ts";
import { counted, inline } from "../../kernel/report/index.ts";
import type { SessionState } from "../session/index.ts";
import { episodeTitle, inTurns, sourceWords } from "./episode-words.ts";

type Session = Pick<SessionState, "records" | "config">;

/** A long problem is quoted from its beginning and its end. `most`: quotes, an even number. */
export function issueLines(issue: Episode, session: Session, { most = 2 }: { most?: number } = {}): string[] {
  const all = [...new Set(issue.evidence.map(({ text }) => text))];
  const shown = all.length <= most ? all : [...all.slice(0, most / 2), ...all.slice(-most / 2)];
  const quotes = Map.groupBy(inTurns(issue.evidence), ({ text }) => text);
  const aside = `${counted(issue.pointsLost, "point")} lost, \`${issue.id}\`, ${inline(sourceWords(issue))}`;
  return [
    `- **${episodeTitle(issue)}** (${aside}): ${inline(issue.description)}`,
    ...[...quotes]
      .filter(([text]) => shown.includes(text))
      .map(([, same]) => `  - ${turnsOf(same)}${inline(quotedText(same[0]!, session))}`),
  ];
}

/** A hint costs nothing: its words are not shown. */
export const hintLine = ({ turn, kind, description, source }: Issue): string =>
  `- Turn ${turn}, ${kindWords(kind)} (${inline(sourceWords({ source }))}): ${inline(description)}`;

/** With the name of a player who said it. */
function quotedText({ turn, text: quote }: Quote, { records, config }: Session): string {
  const record = records.find((each) => each.turn === turn);
  const texts = record ? [{ by: "", text: record.narrator.text }, ...playersTexts(record, config)] : [];
  const found = texts.find(({ text }) => text.includes(quote));
  return `${found?.by ?? ""}: “${quote}”`;
}

function playersTexts({ players, crossTalk = [], relay }: TurnRecord, { group }: SessionState["config"]) {
  const by = (seat: number) => `, ${group.players[seat]?.name ?? "?"}`;
  return [
    ...[...players, ...crossTalk].map(({ seat, says }) => ({ by: by(seat), text: says })),
    ...players.map(({ seat, private: aside }) => ({
      by: `${by(seat)} to the narrator alone`,
      text: aside?.answer ?? "",
    })),
    { by: ", the group", text: relay?.text ?? "" },
  ];
}

/** Repeated words are quoted once. */
function turnsOf(quotes: ReadonlyArray<Pick<Quote, "turn">>): string {
  const turns = [...new Set(quotes.map(({ turn }) => turn))];
  return turns.length === 1 || turns.some(isFromGuide)
    ? turns.map((turn) => quotedFrom(turn, "turn")).join(" and ")
    : `turns ${turns.slice(0, -1).join(", ")} and ${turns.at(-1)}`;
}
