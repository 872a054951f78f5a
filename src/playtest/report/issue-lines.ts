/** Issues with the words that show them. */
import { kindWords, type Episode, type Issue, type Quote, type TurnRecord } from "../../contract/index.ts";
import { counted, inline } from "../../kernel/report/index.ts";
import { SURE } from "../reader/index.ts";
import type { SessionState } from "../session/index.ts";
import { episodeTitle, shownQuotes, sourceWords } from "./episode-words.ts";

type Session = Pick<SessionState, "records" | "config">;

/** A long problem is quoted from its beginning and its end. `most`: quotes, an even number. */
export function issueLines(issue: Episode, session: Session, { most = 2 }: { most?: number } = {}): string[] {
  const aside = `${counted(issue.pointsLost, "point")} lost, \`${issue.id}\`, ${inline(sourceWords(issue))}`;
  return [
    `- **${episodeTitle(issue)}** (${aside}): ${inline(issue.description)}`,
    ...shownQuotes(issue, most).map((quote) => `  - ${quote.at}${inline(quotedText(quote, session))}`),
  ];
}

/** A hint costs nothing: its words are not shown. */
export const hintLine = ({ turn, kind, description, source, confidence }: Issue): string => {
  const why = confidence < SURE ? "the reader had doubts" : "not upheld by the second look";
  return `- Turn ${turn}, ${kindWords(kind)} (${inline(sourceWords({ source }))}; ${why}): ${inline(description)}`;
};

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
