/** The numbers in a session's header: each with its name, what it covers, and its source. */
import type { SessionView } from "../../../src/contract/index.ts";
import { count, money } from "../ui/format.ts";
import { metricValue, score } from "../ui/metric-value.ts";
import { inheritedTurns } from "./findings.ts";
import type { LensName } from "./use-session-url.ts";

type HeaderFact = {
  label: string;
  value: string;
  /** Turns covered and source. */ about: string;
  isBad?: boolean;
  isDoubtful?: boolean;
  /** Where the details are. */ lens?: LensName;
};

export function headerFacts(view: SessionView): HeaderFact[] {
  const { card, result, turns } = view;
  const played = Math.max(card.turns, turns.length);
  if (view.as !== null) return [{ label: "Turns", value: String(played), about: "Turns played" }];
  const inherited = inheritedTurns(view);
  const own = inherited > 0 ? `its own turns ${inherited + 1} to ${played}` : count(played, "turn");
  return [
    inherited === 0
      ? { label: "Turns", value: String(played), about: "Turns played" }
      : {
          label: "Own turns",
          value: String(Math.max(0, played - inherited)),
          about: `Turns ${inherited + 1} to ${played}; the ${count(inherited, "turn")} before are its parent's`,
        },
    {
      label: "Pulses",
      value:
        card.pulses.expected === undefined
          ? "none in the guide"
          : card.pulses.detected === null
            ? `not measured (${card.pulses.expected} in the guide)`
            : `${card.pulses.detected} of ${card.pulses.expected}`,
      about: `Story beats told in ${own}; source: ${result.models.classifier || "the reader"}`,
      lens: "pace",
    },
    findingsFact(view, own),
    ...readFact(view),
    ...notesFact(result.notes),
    {
      label: "Score",
      value: card.overall === null ? "none" : `${score(card.overall)} of 100`,
      about: `Covers ${card.scoresCover ?? own}; the Score tab lists its parts and sources`,
      lens: "score",
    },
    ...(result.metrics?.quality.funFactor == null
      ? []
      : [
          {
            label: "Would play this",
            value: metricValue("fun-factor", result.metrics.quality.funFactor),
            about: `Source: ${result.metrics.sources["fun-factor"]}`,
            lens: "score" as const,
          },
        ]),
    {
      label: "Cost",
      value: money(card.cost),
      about: "Of model calls, in USD; source: the session's journal",
      lens: "pace",
    },
  ];
}

function findingsFact({ card, result }: SessionView, own: string): HeaderFact {
  const warnings = (card.issues ?? 0) - card.errors;
  const words = [
    ...(card.errors > 0 ? [count(card.errors, "error")] : []),
    ...(warnings > 0 ? [count(warnings, "warning")] : []),
  ];
  const hints = result.hints?.length ?? 0;
  return {
    label: "Findings",
    value: words.join(", ") || (card.issues === null ? "not read" : "none"),
    about: `In ${own}; ${count(hints, "hint")} not counted; sources: ${[...new Set(result.issues.map(({ source }) => source))].slice(0, 3).join("; ") || "none"}`,
    isBad: card.errors > 0,
    lens: "issues",
  };
}

function readFact({ card: { live }, result: { read, models } }: SessionView): HeaderFact[] {
  if (!read) return [];
  const by = read.source?.replace("reader: ", "");
  return [
    by === undefined && live && models.observer !== undefined && models.observer !== "none"
      ? {
          label: "Read",
          value: `0 of ${read.of}`,
          about: `Turns read by ${models.observer} so far`,
          lens: "issues",
        }
      : by === undefined
        ? {
            label: "Read",
            value: "no reader",
            about: "Mechanical checks only: no reader model",
            isDoubtful: true,
            lens: "issues",
          }
        : {
            label: "Read",
            value: `${read.turns.length} of ${read.of}`,
            about: `Turns read by ${by}${read.unread.length > 0 ? `; not read: ${read.unread.map(({ turn }) => turn).join(", ")}` : ""}`,
            isDoubtful: read.turns.length < read.of,
            lens: "issues",
          },
  ];
}

/** What readers of the numbers must know, such as turns classified by rules. */
function notesFact(notes: SessionView["result"]["notes"]): HeaderFact[] {
  if (notes.length === 0) return [];
  const turns = new Set(notes.flatMap((note) => note.turns ?? [])).size;
  return [
    {
      label: "Notes",
      value: turns === 0 ? String(notes.length) : `${notes.length} in ${count(turns, "turn")}`,
      about: notes.map(({ code, text }) => `${code.replaceAll("-", " ")}: ${text}`).join("\n"),
      isDoubtful: true,
      lens: "issues",
    },
  ];
}
