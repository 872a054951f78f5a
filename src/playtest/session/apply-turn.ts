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
  /** The config names the reader of a later `observe`, not the one of play. */
  readAfterwards?: true;
  ending: TurnRecord["ending"];
};

/** Without the reader that counts since a later `observe`: nobody asked for it in a branch. */
export const playedConfig = ({ config, readAfterwards }: SessionState): SessionConfig =>
  readAfterwards ? { ...config, observerModel: "none" } : config;

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
    privateMoments: applyMoments(state.privateMoments, record, names),
    issues: record.issues.length === 0 ? state.issues : [...state.issues, ...record.issues],
    ending: record.ending,
  };
}

/** Nobody said what some of the outputs are: types, own beats and unmarked private moments are not known. */
export const isUnclassified = ({ records }: Pick<SessionState, "records">): boolean =>
  records.some(({ classification }) => classification.source === "none");

export const foldSession = (start: SessionState, records: readonly TurnRecord[]): SessionState =>
  records.reduce(applyTurn, start);

/** What single players were told alone, what they answered, who has told the others, and what all know by now. */
function applyMoments(
  moments: readonly PrivateMoment[],
  { turn, narrator, classification, players, crossTalk = [] }: TurnRecord,
  names: readonly string[],
): readonly PrivateMoment[] {
  const fresh = names.flatMap((target, seat): PrivateMoment[] => {
    const content = toldTo(narrator.text, classification, seat);
    if (content === "") return [];
    const response = players.find((player) => player.seat === seat)?.private?.answer ?? "";
    return [{ turn, target, seat, content, response, shared: false, payoffDetected: false }];
  });
  const tellings = [...players, ...crossTalk].flatMap(({ seat, says, tells = [] }) =>
    tells.map((item) => ({ seat, item, says })),
  );
  const { toldToAll = [] } = classification;
  if (fresh.length === 0 && tellings.length === 0 && toldToAll.length === 0) return moments;
  return [...moments, ...fresh].map((moment) => {
    const told = tellings.find(({ seat, item }) => seat === moment.seat && item === moment.turn);
    const isPublic = toldToAll.some(({ seat, turn }) => seat === moment.seat && turn === moment.turn);
    return {
      ...moment,
      ...(told && !moment.shared ? { shared: true, telling: told.says, sharedTurn: turn } : undefined),
      publicTurn: moment.publicTurn ?? (isPublic ? turn : undefined),
    };
  });
}

/** Private items that not everybody knows: nobody who was told has told the others, nor the narrator since. */
export function secretsIn({ privateMoments }: Pick<SessionState, "privateMoments">): PrivateMoment[] {
  const isOut = ({ shared, publicTurn }: PrivateMoment) => shared || publicTurn !== undefined;
  return privateMoments.filter(
    ({ turn, content }) =>
      !privateMoments.some((other) => other.turn === turn && other.content === content && isOut(other)),
  );
}
