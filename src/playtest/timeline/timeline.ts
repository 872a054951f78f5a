import {
  kindWords,
  quotedFrom,
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
import { share as sharedWords, storyWords } from "../text/index.ts";

/** What happened in a session, in order: creation, pulses, tangents and recoveries, private moments, issues, and the end. */
export function timeline(state: SessionState): TimelineEntry[] {
  const segues = new Map(state.tangents.map(({ endTurn, segue }) => [endTurn, segue]));
  const entries = [
    ...creation(state),
    ...state.records
      .filter(({ pulse, ownBeat }) => pulse !== undefined || ownBeat)
      .map((record) => beatEntry(record, { guide: state.config.storyGuide, segue: segues.get(record.turn) })),
    ...state.records
      .filter(({ ending }) => ending?.outcome === "completed")
      .map((record) => conclusionEntry(record, state.config.storyGuide)),
    ...state.tangents.flatMap((tangent) => tangentEntries(tangent, state.turn)),
    ...state.privateMoments.map((moment) => momentEntry(moment, state)),
    ...state.issues.map(({ turn, type, description, severity, evidence, source }): TimelineEntry => ({
      turn,
      endTurn: turn,
      type: "issue",
      title: `${severity === "error" ? "Error" : "Warning"}: ${kindWords(type)}`,
      content: description,
      notes: [
        ...evidence.map((quote) => `${quotedFrom(quote.turn)}: “${quote.text}”`),
        `Source: ${source}`,
      ].join("\n"),
    })),
  ];
  return entries.sort((a, b) => a.turn - b.turn || order.indexOf(a.type) - order.indexOf(b.type));
}

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

/** What a turn is called: after the ending or the pulses of the guide that it tells, else as it was classified. */
export function turnTitle(record: TurnRecord, guide: Story): string {
  const { ending, pulse, ownBeat, classification } = record;
  const closing = ending?.outcome === "completed" ? endingTold(record, guide)?.title : undefined;
  const isBeat = pulse !== undefined || ownBeat;
  return closing ?? ((isBeat && beatTitle(record, guide)) || (classification.title ?? ""));
}

/** Empty: it has none. */
function beatTitle({ guidePulse, alsoPulses = [], classification }: TurnRecord, { pulses }: Story): string {
  const titles = pulses.filter(({ id }) => id === guidePulse || alsoPulses.includes(id));
  const title = titles.length > 0 ? titles.map(({ title }) => title).join(" / ") : classification.title;
  return title ? `${title}${besides(classification)}` : "";
}

function beatEntry(
  record: TurnRecord,
  { guide, segue = "" }: { guide: Story; segue?: string },
): TimelineEntry {
  const { turn, pulse, guidePulse, alsoPulses = [], classification, narrator, relay } = record;
  const told = guide.pulses.find(({ id }) => id === guidePulse);
  const title = beatTitle(record, guide);
  const which = alsoPulses.length > 0 ? `Pulses ${pulse! - alsoPulses.length} to ${pulse}` : `Pulse ${pulse}`;
  const whole = told
    ? fromWhere(toldToAll(narrator.text, classification), [...told.text, told.summary])
    : toldToAll(narrator.text, classification);
  // The recovery already shows the segue.
  const rest = segue !== "" && whole.startsWith(segue) ? whole.slice(segue.length).trim() : whole;
  return {
    turn,
    endTurn: turn,
    type: "pulse",
    title: `${pulse === undefined ? (guide.pulses.length === 0 ? "Beat" : "Beat outside the guide") : which}${title ? ` - ${title}` : besides(classification)}`,
    content: rest === "" ? whole : rest,
    notes: relay?.text,
  };
}

/** The output's other types. */
function besides({ type, alsoTypes = [] }: TurnRecord["classification"]): string {
  const others = [type, ...alsoTypes].filter((each) => each !== "pulse");
  return alsoTypes.length === 0 ? "" : ` (also ${others.join(", ")})`;
}

/** The ending of the guide that a turn tells. */
const endingTold = ({ narrator, classification }: TurnRecord, { endings }: Story) =>
  bestTold(
    toldToAll(narrator.text, classification),
    endings.flatMap(({ title, text: closing }) => (closing === undefined ? [] : [{ title, text: closing }])),
  );

function conclusionEntry(record: TurnRecord, guide: Story): TimelineEntry {
  const { turn, narrator, classification } = record;
  const text = toldToAll(narrator.text, classification);
  const told = endingTold(record, guide);
  return {
    turn,
    endTurn: turn,
    type: "conclusion",
    title: `Conclusion${told ? ` - ${told.title}` : ""}`,
    content: told ? fromWhere(text, [told.text]) : text,
  };
}

/** Without the narrator's own markers. */
const toldToAll = (text: string, classification: TurnRecord["classification"]): string =>
  publicPart(text, classification).replaceAll(/^[ \t>*_#]{0,8}\[\[[^[\]\n]{0,140}\]\][*_]{0,4}\s*/gm, "");

function tangentEntries(
  { startTurn, endTurn, initiator, type, about, quote, intensity, reached, ...ended }: Tangent,
  lastTurn: number,
): TimelineEntry[] {
  const span = { turn: startTurn, endTurn: endTurn ?? lastTurn };
  const topic = about === quote ? `: “${quote}”` : ` into ${about}: “${quote}”`;
  if (!reached)
    return [
      {
        ...span,
        type: "table-talk",
        title: "Table talk",
        content: `${initiator} strayed${topic}. The spokesperson did not tell the narrator.`,
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
    content: `${initiator} strayed${topic} (${type}, ${intensity}).${outcome}`,
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
  ignored: "Return without an answer",
  none: "The players came back by themselves",
};

/** What the player did with it: one sentence, or none for a transcript played elsewhere, which does not say. */
export function sharingText({
  target,
  response,
  shared,
  sharedTurn,
}: Pick<PrivateMoment, "target" | "response" | "shared" | "sharedTurn">): string[] {
  if (response === "" && !shared) return [];
  const told = sharedTurn === undefined ? "told the others" : `told the others in turn ${sharedTurn}`;
  const answered = response === "" ? "" : `answered: “${response}” and `;
  return [`${target} ${answered}${shared ? told : "kept it from the group"}.`];
}

function momentEntry(moment: PrivateMoment, state: SessionState): TimelineEntry {
  const { turn, target, content } = moment;
  return {
    turn,
    endTurn: turn,
    type: "private-moment",
    title: `Private moment → ${target}`,
    content,
    notes: [...sharingText(moment), ...fitText(moment), ...whatCameOfIt(moment, state)].join(" "),
  };
}

/** Levels from 1 to 5 are stored as shares. */
function fitText({ backstoryAlignment, narrativeAppropriateness }: PrivateMoment): string[] {
  if (backstoryAlignment === undefined || narrativeAppropriateness === undefined) return [];
  const level = (share: number) => Math.round(1 + 4 * share);
  return [`Fit: player ${level(backstoryAlignment)} of 5, moment ${level(narrativeAppropriateness)} of 5.`];
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
  return isRead ? ["It has not come back."] : [];
}

/** The share of a part of the guide that a paragraph must contain to start it. */
const TOLD = 0.15;

/**
 * The text from the paragraph that starts a part of the guide: earlier ones may tell the outcome of the last choice.
 */
function fromWhere(text: string, tellings: readonly string[]): string {
  const paragraphs = text.split(/\n\s*\n/);
  const shares = paragraphs.map((paragraph) => bestShare(paragraph, tellings));
  const best = Math.max(...shares);
  return best < TOLD ? text : paragraphs.slice(shares.findIndex((share) => share >= best / 2)).join("\n\n");
}

/** The part of the guide that a text tells best, if any. */
function bestTold<Part extends { text: string }>(text: string, parts: readonly Part[]): Part | undefined {
  const shares = parts.map((part) => bestShare(text, [part.text]));
  const best = Math.max(...shares);
  return best < 2 * TOLD ? undefined : parts[shares.indexOf(best)];
}

function bestShare(text: string, tellings: readonly string[]): number {
  const words = storyWords(text);
  return Math.max(...tellings.map((telling) => sharedWords(storyWords(telling), words)));
}
