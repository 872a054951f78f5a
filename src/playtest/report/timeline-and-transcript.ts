/** The events as a timeline, and everything that was said, turn by turn. */
import type { Episode, TimelineEntry, TurnRecord } from "../../contract/index.ts";
import { inline, quoted, shorten } from "../../kernel/report/index.ts";
import { messagesOf } from "../checkpoint/index.ts";
import type { SessionState } from "../session/index.ts";
import { timeline } from "../timeline/index.ts";

/** Narration is shown in part here; the transcript has the whole, and the issues section has an issue's quotes. */
const SHOWN = 420;
const SHOWN_OF_ISSUE = 160;

export function timelineSection(state: SessionState, issues: readonly Episode[]): string[] {
  const entries = timeline(state, issues).filter(
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

/** Everything that was said, turn by turn. Private words are marked with their audience. */
export function transcriptSection({ records, config }: SessionState, title = "Full Transcript"): string[] {
  const names = config.group.players.map(({ name }) => name);
  return [`## ${title}`, "", ...records.flatMap((record) => turnLines(record, names))];
}

export function turnLines(record: TurnRecord, names: readonly string[]): string[] {
  const head = `### Turn ${record.turn}${record.pulse === undefined ? "" : ` (pulse ${record.pulse})`}${typesOf(record.classification)}`;
  const wants = record.players
    .filter(({ wants }) => wants !== "")
    .map(({ seat, wants }) => `${names[seat]}: ${wants}`);
  return [
    head,
    "",
    ...messagesOf(record, names).flatMap(({ role, player, content, audience, toldInTurn }) => {
      const who = role === "narrator" ? "Narrator" : inline(player ?? "?");
      const to =
        audience?.length === 0
          ? " → nobody (private, recipient unknown)"
          : audience
            ? ` → ${role === "narrator" ? audience.map((seat) => inline(names[seat] ?? "?")).join(", ") : "narrator"} only`
            : role === "spokesperson" && record.relay!.seat < names.length
              ? ` (for the group${relayLabel(record, names)})`
              : toldInTurn !== undefined
                ? ` (tells what only they knew${toldInTurn === record.turn ? "" : `, from turn ${toldInTurn}`})`
                : "";
      return [`**${who}${to}**`, "", quoted(content), ""];
    }),
    ...(wants.length > 0 ? [`<sub>Wanted: ${wants.map(inline).join(" · ")}</sub>`, ""] : []),
  ];
}

/** The types of the output, the main one first; nothing if nobody named one. */
const typesOf = ({ types }: TurnRecord["classification"]): string =>
  types.length === 0 ? "" : ` · ${types.join(", ")}`;

/** How the dice let the spokesperson relay it. */
function relayLabel({ relay }: TurnRecord, names: readonly string[]): string {
  if (!relay?.noise || relay.noise === "faithful") return "";
  return `; ${relay.noise}${relay.dropped === undefined ? "" : `: ${inline(names[relay.dropped] ?? "?")}`}`;
}
