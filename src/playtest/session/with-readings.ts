/**
 * A session with its reader's findings. Pure, and the only place where readings meet records: play folds only records,
 * so it cannot depend on when a reading arrives.
 */
import type {
  Finding,
  Issue,
  PlayerAgent,
  PrivateMoment,
  Reading,
  Segment,
  TurnRecord,
} from "../../contract/index.ts";
import { findingKinds, isMechanical } from "../findings/index.ts";
import { findQuote, quoteOccurs } from "../text/index.ts";
import type { SessionState } from "./apply-turn.ts";
import { endingByReadings } from "./decide-ending.ts";
import { readTangents, type ReadTurnContent } from "./tangents.ts";

export function withReadings(state: SessionState, given: readonly Reading[]): SessionState {
  const readings = given.filter(({ turn }) => turn <= state.turn).toSorted((a, b) => a.turn - b.turn);
  if (readings.length === 0) return state;
  const recordOf = new Map(state.records.map((record) => [record.turn, record]));
  const turns = readings.flatMap((reading) => {
    const record = recordOf.get(reading.turn);
    return reading.status === "read" && record ? [{ reading, record, content: reading.content }] : [];
  });
  if (turns.length === 0) return { ...state, readings };
  const group = state.config.group.players;
  const found = turns.flatMap(({ reading, content }) =>
    content.findings.map((finding) => ({ finding, issue: issueOf(reading, finding) })),
  );
  const confirmed = found.filter(({ finding }) => finding.state === "confirmed");
  const hints = found.filter(({ finding }) => finding.state !== "confirmed");
  const read = asRead(state, turns);
  return {
    ...read,
    readings,
    tangents: readTangents(turns, { group, lastTurn: state.turn }),
    privateMoments: readMoments(state.privateMoments, turns, group),
    issues: byTurn(
      confirmed.reduce<readonly Issue[]>((issues, { issue }) => added(issues, issue), state.issues),
    ),
    hints: byTurn([...state.hints, ...hints.map(({ issue }) => issue)]),
    ending: read.ending ?? endingByReadings(state, readings),
  };
}

/** The house reader knows only what the offline cast planted. */
export const readerSource = (reader: string): string =>
  reader === "house" ? "reader: house (planted faults only)" : `reader: ${reader}`;

const issueOf = ({ turn, reader }: Reading, { kind, claim, quote, against, confidence }: Finding): Issue => ({
  turn,
  type: kind,
  description: claim,
  severity: findingKinds[kind].reader.severity,
  evidence: [...(against ? [against] : []), quote],
  confidence,
  source: readerSource(reader),
});

/** Found by code and by the reader: one issue with two sources, with the quotes of the first. */
function added(issues: readonly Issue[], issue: Issue): readonly Issue[] {
  const place = issues.findIndex(
    ({ turn, type, source, by = "narrator" }) =>
      turn === issue.turn && type === issue.type && by === "narrator" && !source.includes("reader: "),
  );
  if (place < 0 || !isMechanical(issue.type)) return [...issues, issue];
  const first = issues[place]!;
  return issues.with(place, { ...first, source: `${first.source}, ${issue.source}` });
}

const byTurn = (issues: readonly Issue[]): Issue[] => issues.toSorted((a, b) => a.turn - b.turn);

/**
 * Unclassified turns with the reader's types: pulses are beats of their own, with a title, and private tellings have
 * their audience.
 */
function asRead(state: SessionState, turns: readonly ReadTurnContent[]): SessionState {
  const unclassified = new Map(
    turns.filter(({ record }) => record.classification.unclassified).map((turn) => [turn.record.turn, turn]),
  );
  if (unclassified.size === 0) return state;
  const records = state.records.map((record) => {
    const turn = unclassified.get(record.turn);
    return turn ? typed(turn) : record;
  });
  const last = records.at(-1)?.classification;
  return {
    ...state,
    records,
    ownBeats: records.filter(({ ownBeat }) => ownBeat).map(({ turn }) => turn),
    ending:
      last?.unclassified && last.concluded
        ? { outcome: "completed", why: "the narrator told the end of the story" }
        : state.ending,
  };
}

function typed({ record, content: { outputs = [], secrets } }: ReadTurnContent): TurnRecord {
  const { classification } = record;
  const pulse = outputs.find(({ type }) => type === "pulse");
  const types = outputs.map(({ type }) => (type === "end" ? ("pulse" as const) : type));
  const [type = classification.type, ...also] = [...new Set(types)];
  return {
    ...record,
    classification: {
      ...classification,
      type,
      ...(also.length > 0 && { alsoTypes: also }),
      ...(pulse?.title !== undefined && { title: pulse.title }),
      segments: segmentsOf(record.narrator.text, { ...classification.segments[0]!, type }, secrets),
      concluded: outputs.some((output) => output.type === "end"),
    },
    ...(pulse && { ownBeat: true as const }),
  };
}

function segmentsOf(
  text: string,
  common: Segment,
  secrets: ReadTurnContent["content"]["secrets"],
): [Segment, ...Segment[]] {
  const kept = secrets
    .flatMap(({ to, quote }) => {
      const span = findQuote(text, quote);
      return span ? [{ ...common, ...span, type: "private-moment" as const, audience: to }] : [];
    })
    .toSorted((a, b) => a.start - b.start);
  const segments: Segment[] = [];
  let from = 0;
  for (const segment of kept) {
    if (segment.start < from) continue;
    if (segment.start > from) segments.push({ ...common, start: from, end: segment.start, audience: "all" });
    segments.push(segment);
    from = segment.end;
  }
  const [first, ...rest] = segments;
  const tail: Segment = { ...common, start: from, end: text.length, audience: "all" };
  if (!first) return [tail];
  return from < text.length ? [first, ...rest, tail] : [first, ...rest];
}

/**
 * Private moments with the outcomes that a reader saw. In an unclassified transcript, the reader also finds the
 * moments.
 */
function readMoments(
  played: readonly PrivateMoment[],
  turns: readonly ReadTurnContent[],
  group: readonly PlayerAgent[],
): PrivateMoment[] {
  const found = turns
    .filter(({ record }) => record.classification.unclassified)
    .flatMap(({ record: { turn }, content }) =>
      content.secrets.flatMap(({ to, quote }) => to.map((seat) => momentFor(seat, { turn, quote, group }))),
    );
  const moments = [...played, ...found].toSorted((a, b) => a.turn - b.turn);
  const known = secretsIn(moments, turns);
  const leaks = turns.flatMap(({ content }) =>
    content.findings.filter(({ kind, state }) => kind === "leak" && state === "confirmed"),
  );
  for (const { record, content } of turns) {
    // In a session played here, the players' own answers say what they told.
    for (const { id, quote } of record.classification.unclassified ? content.shared : [])
      change(id, (moment) =>
        moment.shared || leaks.some((leak) => wasOut(leak, moment, record.turn))
          ? moment
          : {
              ...moment,
              shared: true,
              telling: quote,
              ...(record.turn > moment.turn && { sharedTurn: record.turn }),
            },
      );
    for (const { id, player, moment: timing } of content.fits ?? [])
      change(id, (moment) => ({
        ...moment,
        backstoryAlignment: (player - 1) / 4,
        narrativeAppropriateness: (timing - 1) / 4,
      }));
    for (const { id } of content.payoffs)
      change(id, (moment) =>
        moment.payoffDetected ? moment : { ...moment, payoffDetected: true, payoffTurn: record.turn },
      );
  }
  return moments;

  function change(id: string, to: (moment: PrivateMoment) => PrivateMoment): void {
    for (const index of known.get(id) ?? []) moments[index] = to(moments[index]!);
  }
}

/** The narration comes before the table talk: players cannot reveal what it has already revealed. */
const wasOut = ({ quote, against }: Finding, moment: PrivateMoment, turn: number): boolean =>
  quote.turn <= turn && against?.turn === moment.turn && quoteOccurs(against.text, moment.content);

const momentFor = (
  seat: number,
  { turn, quote, group }: { turn: number; quote: string; group: readonly PlayerAgent[] },
): PrivateMoment => ({
  turn,
  seat,
  target: group[seat]?.name ?? "?",
  content: quote,
  response: "",
  shared: false,
  payoffDetected: false,
});

/**
 * The moments of each secret `s<turn>.<n>`: a telling to several players is one secret and several moments. Without a
 * reading of its turn the secrets are those of the turn in order.
 */
function secretsIn(
  moments: readonly PrivateMoment[],
  turns: readonly ReadTurnContent[],
): Map<string, number[]> {
  const places = [...moments.entries()];
  const byOrder = [...Map.groupBy(places, ([, { turn }]) => turn)].flatMap(([turn, told]) =>
    [...Map.groupBy(told, ([, { content }]) => content).values()].map(
      (same, index) => [`s${turn}.${index + 1}`, same.map(([place]) => place)] as const,
    ),
  );
  const byReading = turns.flatMap(({ record: { turn }, content }) =>
    content.secrets.map(({ id, to, quote }) => {
      const told = places.filter(([, moment]) => moment.turn === turn && to.includes(moment.seat));
      const same = told.filter(([, moment]) => quoteOccurs(quote, moment.content));
      return [id, (same.length > 0 ? same : told).map(([place]) => place)] as const;
    }),
  );
  return new Map([...byOrder, ...byReading]);
}
