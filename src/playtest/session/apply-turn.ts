/** A session is the fold of its turn records: `playTurn` makes a record, `applyTurn` makes the next state of it. */
import type {
  BranchOrigin,
  Issue,
  PrivateMoment,
  Reading,
  SessionConfig,
  Tangent,
  TurnRecord,
} from "../../contract/index.ts";
import { toldTo } from "../agents/index.ts";

export type SessionState = {
  sessionId: string;
  config: SessionConfig;
  branchedFrom?: BranchOrigin;
  /** The last played turn; 0 before the first. */
  turn: number;
  records: readonly TurnRecord[];
  /**
   * The turns that told a pulse of the guide, one entry per pulse, and those that told a beat of the narrator's own.
   */
  pulses: readonly number[];
  ownBeats: readonly number[];
  /** From the reader: none without readings. */
  tangents: readonly Tangent[];
  privateMoments: readonly PrivateMoment[];
  issues: readonly Issue[];
  /** Shown separately and never counted. */
  hints: readonly Issue[];
  /** The readings of the turns, in order. Filled by `withReadings`; no prompt of the play uses a reading. */
  readings: readonly Reading[];
  ending: TurnRecord["ending"];
};

export const newSession = (
  facts: Pick<SessionState, "sessionId" | "config" | "branchedFrom">,
): SessionState => ({
  ...facts,
  turn: 0,
  records: [],
  pulses: [],
  ownBeats: [],
  tangents: [],
  privateMoments: [],
  issues: [],
  hints: [],
  readings: [],
  ending: undefined,
});

/** One turn further. Pure: resume, replay, reports and the viewer all read sessions through it. */
export function applyTurn(state: SessionState, record: TurnRecord): SessionState {
  const names = state.config.group.players.map(({ name }) => name);
  return {
    ...state,
    turn: record.turn,
    records: [...state.records, record],
    pulses:
      record.pulse === undefined
        ? state.pulses
        : [...state.pulses, record.turn, ...(record.alsoPulses ?? []).map(() => record.turn)],
    ownBeats: record.ownBeat ? [...state.ownBeats, record.turn] : state.ownBeats,
    privateMoments: state.config.origin
      ? [...state.privateMoments, ...momentsIn(record, names)]
      : applyMoments(state.privateMoments, record, names),
    issues: record.issues.length === 0 ? state.issues : [...state.issues, ...record.issues],
    ending: record.ending,
  };
}

/** A transcript played elsewhere, without a classifier: no types, own beats or private moments are known. */
export const isUnclassified = ({ records }: Pick<SessionState, "records">): boolean =>
  records.some(({ classification }) => classification.unclassified);

export const foldSession = (start: SessionState, records: readonly TurnRecord[]): SessionState =>
  records.reduce(applyTurn, start);

/** A transcript played elsewhere does not say what a player answered alone. */
const momentsIn = (
  { turn, narrator, classification }: TurnRecord,
  names: readonly string[],
): PrivateMoment[] =>
  names.flatMap((target, seat) => {
    const content = toldTo(narrator.text, classification, seat);
    return content === ""
      ? []
      : [{ turn, target, seat, content, response: "", shared: false, payoffDetected: false }];
  });

function applyMoments(
  moments: readonly PrivateMoment[],
  { turn, narrator, classification, players }: TurnRecord,
  names: readonly string[],
): readonly PrivateMoment[] {
  const shares = players.flatMap(({ seat, shares }) => (shares ? [{ seat, ...shares }] : []));
  const changed =
    shares.length === 0
      ? moments
      : moments.map((moment) => {
          const shared = shares.find((each) => each.seat === moment.seat && each.turn === moment.turn);
          return {
            ...moment,
            ...(shared && { shared: true, telling: shared.telling, sharedTurn: turn }),
          };
        });
  const told = players.flatMap(({ seat, private: moment }): PrivateMoment[] =>
    moment
      ? [
          {
            turn,
            target: names[seat]!,
            seat,
            content: toldTo(narrator.text, classification, seat),
            response: moment.answer,
            shared: moment.share,
            telling: moment.telling,
            payoffDetected: false,
          },
        ]
      : [],
  );
  return told.length === 0 ? changed : [...changed, ...told];
}
