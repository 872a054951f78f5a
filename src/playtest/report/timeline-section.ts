import type { TimelineEntry } from "../../contract/index.ts";
import { inline, quoted, shorten } from "../../kernel/report/index.ts";
import type { SessionState } from "../session/index.ts";
import { timeline } from "../timeline/index.ts";

/** What the narrator said is shown in part here; the transcript has the whole. Of an issue, the section of issues has the quotes. */
const SHOWN = 420;
const SHOWN_OF_ISSUE = 160;

export function timelineSection(state: SessionState): string[] {
  const entries = timeline(state).filter(
    ({ turn, type }, index, all) =>
      !(
        type === "recovery" &&
        all.slice(0, index).some((other) => other.type === "recovery" && other.turn === turn)
      ),
  );
  return [
    "## Timeline",
    "",
    ...entries.flatMap((entry) => [`### ${heading(entry)}`, "", ...body(entry), ""]),
  ];
}

function heading({ turn, endTurn, type, title }: TimelineEntry): string {
  const turns = turn === endTurn ? `Turn ${turn}` : `Turn ${turn}-${endTurn}`;
  return `${turns}: ${type === "issue" ? "⚠️ " : ""}${inline(title)}`;
}

function body({ type, content, notes }: TimelineEntry): string[] {
  switch (type) {
    case "character-creation":
    case "conclusion":
      return [quoted(shorten(content, SHOWN))];
    case "pulse":
      return [
        quoted(shorten(content, SHOWN)),
        ...(notes === undefined ? [] : ["", `The group: ${inline(shorten(notes, 240))}`]),
      ];
    case "private-moment":
      return [quoted(shorten(content, SHOWN)), "", inline(notes ?? "")];
    case "recovery":
      return [...(content === "" ? [] : ["**Segue**:", "", quoted(content), ""]), `→ ${inline(notes ?? "")}`];
    case "issue":
      return [`${inline(shorten(content, SHOWN_OF_ISSUE))} ([quotes](#issues))`];
    default:
      return [inline(content), ...(notes === undefined ? [] : ["", inline(notes)])];
  }
}
