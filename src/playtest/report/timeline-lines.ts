/** The timeline of a report: a heading for each turn in which something happened, and its events below. */
import type { TimelineEntry } from "../../contract/index.ts";
import { inline, quoted, shorten } from "../../kernel/report/index.ts";

/** Narration is shown in part: the transcript has all of it. */
const SHOWN = 420;
const SHOWN_OF_RELAY = 240;

/** These are told by the narration itself. */
const LEADING: ReadonlySet<TimelineEntry["type"]> = new Set(["character-creation", "pulse", "conclusion"]);

/** Only named here: their own sections have the words. */
const NAMED: ReadonlySet<TimelineEntry["type"]> = new Set(["issue", "private-moment"]);

export function timelineLines(entries: readonly TimelineEntry[]): string[] {
  return [...Map.groupBy(entries, ({ turn }) => turn)].flatMap(([turn, all]) => {
    const lead = all.find(({ type }) => LEADING.has(type));
    const others = all.filter((entry) => entry !== lead);
    return [
      ...(lead
        ? [`### Turn ${spanOf(lead)}: ${inline(lead.title)}`, quoted(shorten(lead.content, SHOWN))]
        : [`### Turn ${turn}`]),
      ...(lead?.notes === undefined ? [] : [`- The group: ${inline(shorten(lead.notes, SHOWN_OF_RELAY))}`]),
      ...eventLines(others, { isAll: lead === undefined }),
    ];
  });
}

const spanOf = ({ turn, endTurn }: TimelineEntry): string =>
  turn === endTurn ? `${turn}` : `${turn}-${endTurn}`;

/** Two tangents may end with the same segue. Where findings are all there is of a turn, they say what happened. */
function eventLines(events: readonly TimelineEntry[], { isAll }: { isAll: boolean }): string[] {
  const lines = events.filter(({ type }) => !NAMED.has(type)).map(eventLine);
  const names = events
    .filter(({ type }) => NAMED.has(type))
    .map(({ type, title, content }) => {
      if (type !== "issue") return title;
      return isAll && lines.length === 0 ? `⚠️ ${title}: ${content}` : `⚠️ ${title}`;
    });
  return [...new Set(lines), ...(names.length === 0 ? [] : [`- ${inline(names.join("; "))}`])];
}

function eventLine(event: TimelineEntry): string {
  const { type, title, content, notes = "" } = event;
  if (type === "recovery") {
    const segue = content === "" ? [] : [`“${inline(content)}”`];
    return ["- **Segue**:", ...segue, "→", inline(notes)].join(" ");
  }
  return `- ${inline(title)} (turn ${spanOf(event)}): ${inline(shorten(content, SHOWN))}`;
}
