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
import { publicPart, tableTalk, toldTo } from "../agents/index.ts";
import { afterTurn, openSecretLedger, type SecretLedger } from "../findings/index.ts";

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
  /** Private tellings not yet said aloud. */
  secrets: SecretLedger;
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
  secrets: openSecretLedger([]),
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
    secrets: applySecrets(state, record),
    issues: record.issues.length === 0 ? state.issues : [...state.issues, ...record.issues],
    ending: record.ending,
  };
}

export const foldSession = (start: SessionState, records: readonly TurnRecord[]): SessionState =>
  records.reduce(applyTurn, start);

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

/** Who knows what after a turn. A secret that one of its hearers has shared is no longer secret. */
function applySecrets(
  { turn: before, secrets, config, privateMoments }: SessionState,
  { turn, narrator, classification, players, crossTalk, relay }: TurnRecord,
): SecretLedger {
  const { players: group } = config.group;
  const moments = players
    .flatMap(({ seat, private: moment }) =>
      moment ? [{ seat, shared: moment.share, text: toldTo(narrator.text, classification, seat) }] : [],
    )
    .map((each, index) => ({ ...each, moment: privateMoments.length + index }));
  const told = [...Map.groupBy(moments, ({ text }) => text)]
    .filter(([text, each]) => text !== "" && each.every(({ shared }) => !shared))
    .map(([text, each]) => ({
      turn,
      text,
      seats: each.map(({ seat }) => seat),
      target: each.map(({ seat }) => group[seat]?.name ?? "?").join(" and "),
      moments: each.map(({ moment }) => moment),
    }));
  return afterTurn(before === 0 ? openSecretLedger(knownToAll(config)) : secrets, {
    narration: publicPart(narrator.text, classification),
    told,
    aloud: [...tableTalk({ players, crossTalk }).map(({ says }) => says), relay?.text ?? ""].filter(
      (text) => text !== "",
    ),
    shared: players.flatMap(({ seat, shares }) =>
      shares
        ? privateMoments.flatMap((moment, index) =>
            moment.seat === seat && moment.turn === shares.turn ? [index] : [],
          )
        : [],
    ),
  });
}

/** Before the first word is said, everybody knows the premise and each other. */
const knownToAll = ({ storyGuide, group }: SessionConfig): string[] => [
  storyGuide.title,
  storyGuide.premise ?? "",
  ...group.players.map(({ name }) => name),
];
