import {
  kindWords,
  quotedFrom,
  type Episode,
  type PrivateMoment,
  type Story,
  type Tangent,
  type TimelineEntry,
  type TurnRecord,
} from "../../contract/index.ts";
import { counted } from "../../kernel/report/index.ts";
import { groupAnswer, publicPart } from "../agents/index.ts";
import { leakOf } from "../metrics/index.ts";
import type { SessionState } from "../session/index.ts";
import { quoteOccurs } from "../../kernel/text/index.ts";

/** What happened in a session, in order: creation, pulses, tangents and recoveries, private moments, issues, and the end. */
export function timeline(state: SessionState, issues: readonly Episode[]): TimelineEntry[] {
  const segues = new Map(state.tangents.map(({ endTurn, segue }) => [endTurn, segue]));
  const entries = [
    ...creation(state),
    ...state.records
      .filter(({ pulse, ownBeat }) => pulse !== undefined || ownBeat)
      .map((record) => beatEntry(record, { guide: state.config.storyGuide, segue: segues.get(record.turn) })),
    ...state.records.filter(({ ending }) => ending?.outcome === "completed").map(conclusionEntry),
    ...state.tangents.flatMap((tangent) => tangentEntries(tangent, state.turn)),
    ...state.privateMoments.map((moment) => momentEntry(moment, state)),
    ...issues.map(issueEntry),
  ];
  return entries
    .map(addressed)
    .sort((a, b) => a.turn - b.turn || order.indexOf(a.type) - order.indexOf(b.type));
}

/** A finding and what the narrator did not hear of are for the author; a private moment names its own player. */
const addressed = (entry: TimelineEntry): TimelineEntry =>
  entry.type === "issue" || entry.type === "table-talk" ? entry : { to: null, ...entry };

const issueEntry = (issue: Episode): TimelineEntry => ({
  turn: issue.turn,
  endTurn: issue.lastTurn,
  type: "issue",
  title: kindWords(issue.kind),
  content: issue.description,
  notes: [
    ...issue.evidence.map((quote) => `${quotedFrom(quote.turn)}: “${quote.text}”`),
    `Points lost: ${issue.pointsLost}`,
    `Source: ${issue.source}`,
  ].join("\n"),
});

const order: readonly TimelineEntry["type"][] = [
  "character-creation",
  "recovery",
  "pulse",
  "private-moment",
  "tangent",
  "table-talk",
  "conclusion",
  "issue",
];

function creation({ records, config }: SessionState): TimelineEntry[] {
  const names = config.group.players.map(({ name }) => name);
  const turns = records.filter(({ phase }) => phase === "creation");
  const [first, last] = [turns[0], turns.at(-1)];
  if (!first || !last) return [];
  return [
    {
      turn: first.turn,
      endTurn: last.turn,
      type: "character-creation",
      title: "Character creation",
      content: groupAnswer(last, names) || publicPart(last.narrator.text, last.classification),
    },
  ];
}

/** What a turn is called: after the pulses of the guide that it tells, else as it was classified. */
export function turnTitle(record: TurnRecord, guide: Story): string {
  const { ending, pulse, ownBeat } = record;
  const title = pulse !== undefined || ownBeat ? beatTitle(record, guide) : "";
  return title === "" && ending?.outcome === "completed" ? "The end" : title;
}

/** Empty: it has none. */
function beatTitle({ guidePulse, alsoPulses = [], classification }: TurnRecord, { pulses }: Story): string {
  const told = pulses.filter(({ id }) => id === guidePulse || alsoPulses.includes(id));
  const titles = (told.length > 0 ? told : (classification.beats ?? [])).map(({ title }) => title);
  return titles.length === 0 ? "" : `${titles.join(" / ")}${besides(classification)}`;
}

function beatEntry(
  record: TurnRecord,
  { guide, segue = "" }: { guide: Story; segue?: string },
): TimelineEntry {
  const { turn, pulse, alsoPulses = [], classification, narrator, relay } = record;
  const title = beatTitle(record, guide);
  const numbered =
    alsoPulses.length > 0 ? `Pulses ${pulse! - alsoPulses.length} to ${pulse}` : `Pulse ${pulse}`;
  const own = guide.pulses.length === 0 ? "Beat" : "Beat outside the guide";
  const which = pulse === undefined ? own : numbered;
  const whole = fromBeat(record);
  // The recovery already shows the segue.
  const rest = segue !== "" && whole.startsWith(segue) ? whole.slice(segue.length).trim() : whole;
  return {
    turn,
    endTurn: turn,
    type: "pulse",
    title: title === "" ? `${which}${besides(classification)}` : `${which} - ${title}`,
    content: rest === "" ? publicPart(narrator.text, classification) : rest,
    notes: relay?.text,
  };
}

/** From the paragraph whose words tell the beat: earlier ones may tell the outcome of the last choice. */
function fromBeat({ narrator, classification }: TurnRecord): string {
  const text = publicPart(narrator.text, classification);
  const quote = classification.beats?.[0]?.quote ?? "";
  const paragraphs = text.split(/\n\s*\n/);
  const first = paragraphs.findIndex((paragraph) => quoteOccurs(quote, paragraph));
  return first < 0 ? text : paragraphs.slice(first).join("\n\n");
}

/** The output's other types. */
function besides({ types }: TurnRecord["classification"]): string {
  const others = types.filter((type) => type !== "pulse");
  return types.length < 2 ? "" : ` (also ${others.join(", ")})`;
}

const conclusionEntry = ({ turn, narrator, classification }: TurnRecord): TimelineEntry => ({
  turn,
  endTurn: turn,
  type: "conclusion",
  title: "Conclusion",
  content: lastSentences(publicPart(narrator.text, classification).trim()),
});

/** As many as an excerpt shows. */
const lastSentences = (text: string): string =>
  text.length <= ENDING ? text : text.slice(-ENDING).replace(/^.*?[.!?…]["”’']?\s+/s, "");
const ENDING = 420;

function tangentEntries(
  { startTurn, endTurn, initiator, type, about, quote, intensity, reached, ...ended }: Tangent,
  lastTurn: number,
): TimelineEntry[] {
  const span = { turn: startTurn, endTurn: endTurn ?? lastTurn };
  const topic = about === quote ? `: “${quote}”` : ` to ${about}: “${quote}”`;
  if (!reached)
    return [
      {
        ...span,
        type: "table-talk",
        title: "Table talk",
        content: `${initiator} digressed${topic}. The spokesperson did not tell the narrator.`,
      },
    ];
  const outcome =
    endTurn !== undefined
      ? ""
      : startTurn === lastTurn
        ? " The session ended with it."
        : " The story was not resumed.";
  const began: TimelineEntry = {
    ...span,
    type: "tangent",
    title: "Tangent",
    content: `${initiator} digressed${topic} (${type}, ${intensity} intensity).${outcome}`,
  };
  return endTurn === undefined ? [began] : [began, returnEntry(endTurn, ended)];
}

function returnEntry(
  turn: number,
  {
    recoveryMethod,
    segue = "",
    segueQuality,
    length,
  }: Pick<Tangent, "recoveryMethod" | "segue" | "segueQuality" | "length">,
): TimelineEntry {
  const quality = segueQuality === undefined ? "" : `, ${segueQuality} of 5`;
  return {
    turn,
    endTurn: turn,
    type: "recovery",
    title: "Recovery",
    content: segue,
    notes: `${RETURNS[recoveryMethod]} after ${counted(length, "turn")}${quality}.`,
  };
}

const RETURNS: Record<Tangent["recoveryMethod"], string> = {
  hook: "Woven return",
  redirect: "Natural return",
  forced: "Forced return",
  none: "The players came back by themselves",
};

/** What the player did with it: one sentence. */
export function sharingText({
  target,
  response,
  shared,
  sharedTurn,
}: Pick<PrivateMoment, "target" | "response" | "shared" | "sharedTurn">): string {
  if (response === "" && !shared) return `${target} let it be.`;
  const answered = response === "" ? [] : [`answered: “${response}” and`];
  const then = shared ? `told the others in turn ${sharedTurn}` : "kept it from the group";
  return `${[target, ...answered, then].join(" ")}.`;
}

function momentEntry(moment: PrivateMoment, state: SessionState): TimelineEntry {
  const { turn, target, content } = moment;
  return {
    turn,
    endTurn: turn,
    type: "private-moment",
    to: [moment.seat],
    title: `Private moment → ${target}`,
    content,
    notes: [
      ...(state.config.origin ? [] : [sharingText(moment)]),
      ...fitText(moment),
      ...whatCameOfIt(moment, state),
    ].join(" "),
  };
}

/** Levels from 1 to 5 are stored as shares. */
function fitText({ backstoryAlignment, narrativeAppropriateness }: PrivateMoment): string[] {
  if (backstoryAlignment === undefined || narrativeAppropriateness === undefined) return [];
  const level = (share: number) => Math.round(1 + 4 * share);
  return [
    `It suits the player ${level(backstoryAlignment)} of 5, the moment ${level(narrativeAppropriateness)} of 5.`,
  ];
}

/** What everybody already knows cannot pay off. Without a reader nothing is known. */
function whatCameOfIt(moment: PrivateMoment, { issues, readings }: SessionState): string[] {
  const { payoffTurn = Infinity, payoff } = moment;
  const leakTurn = leakOf(moment, issues)?.turn ?? Infinity;
  const words = payoff === undefined ? "." : `: “${payoff}”`;
  const came = [
    ...(payoffTurn < leakTurn ? [`It paid off in turn ${payoffTurn}${words}`] : []),
    ...(leakTurn < Infinity ? [`A leak in turn ${leakTurn} gave it away.`] : []),
  ];
  if (came.length > 0) return came;
  const isRead = readings.some(({ turn, status }) => status === "read" && turn > moment.turn);
  return isRead ? ["The reader found no pay-off."] : [];
}
