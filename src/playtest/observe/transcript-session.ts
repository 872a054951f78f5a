/** Transcripts as sessions, so that everything that reads a session can read them. */
import { join } from "node:path";
import {
  story,
  storyVersion,
  type Classification,
  type SessionConfig,
  type TurnRecord,
} from "../../contract/index.ts";
import { HarnessError, optionText } from "../../kernel/errors/index.ts";
import type { Harness } from "../../kernel/run/index.ts";
import { lockFolder, makeFolder } from "../../kernel/store/index.ts";
import { loadLatest, saveStart, saveTurn, turnsIn } from "../checkpoint/index.ts";
import type { ReaderTurn } from "../reader/index.ts";
import { applyTurn, beatOf, mechanicalIssues, newSession, type SessionState } from "../session/index.ts";
import type { Transcript } from "./transcript-file.ts";

/**
 * Creates the session folder of a transcript below `out`, or checks that it is one. Existing turns are unchanged. With a
 * classifier, `classifyTranscript` stores the turns.
 */
export async function storeTranscript(
  { clock }: Pick<Harness, "clock">,
  transcript: Transcript,
  { out, ...options }: TranscriptOptions & { out: string },
): Promise<void> {
  const dir = join(out, transcript.session);
  makeFolder(dir);
  const lock = await lockFolder(dir, { clock });
  try {
    if (hasNoTurns(dir)) await saveStart(dir, startOf(transcript, options));
    requireSame(dir, transcript, options);
    if (options.classifier === undefined)
      await storeTurns(dir, transcript, {
        clock,
        classified: async ({ narration }) => unclassified(narration),
      });
  } finally {
    await lock.release();
  }
}

/** Nothing was stored, or it stopped before the first turn was classified. */
function hasNoTurns(dir: string): boolean {
  if (turnsIn(dir).length === 0) return true;
  const { turn, config } = loadLatest(dir).state;
  return turn === 0 && config.origin !== undefined;
}

/** Stores the turns that a folder lacks, each as soon as it is classified. */
export async function storeTurns(
  dir: string,
  { turns }: Transcript,
  {
    clock,
    classified,
  }: Pick<Harness, "clock"> & {
    classified: (turn: ReaderTurn, state: SessionState) => Promise<Classification>;
  },
): Promise<void> {
  let { state, chain } = loadLatest(dir);
  for (const turn of turns.slice(state.turn)) {
    const record = recordOf(turn, { state, classification: await classified(turn, state), clock });
    state = applyTurn(state, record);
    chain = await saveTurn(dir, { state, record, chain });
  }
}

/** A folder holds one transcript, and its turns were all classified in the same way. */
function requireSame(
  dir: string,
  { turns }: Transcript,
  { file, classifier }: Pick<TranscriptOptions, "file" | "classifier">,
): void {
  const { records, config } = loadLatest(dir).state;
  const remedy = `Choose another folder with ${optionText("out")}.`;
  const isOther =
    !config.origin ||
    records.length > turns.length ||
    records.some((record, index) => saidIn(record) !== saidIn(wordsOf(turns[index]!, config.group.size)));
  if (isOther)
    throw new HarnessError({
      code: "file-exists",
      option: "out",
      message: `${dir} contains a different session from the one in ${file}.`,
      remedy,
    });
  const before = config.classifierModel;
  const isMixed =
    classifier === undefined ? before !== NONE && records.length < turns.length : before !== classifier;
  if (!isMixed) return;
  const isPlain = before === NONE;
  const stored = isPlain ? "turns without classification" : `turns classified by ${before}`;
  throw new HarnessError({
    code: "file-exists",
    option: "out",
    message: `${dir} contains ${stored}. Stored turns are not changed.`,
    remedy: isPlain ? remedy : `${remedy} Or use ${optionText("classifier", before)}.`,
  });
}

const saidIn = ({ narrator, crossTalk, relay }: ReturnType<typeof wordsOf>): string =>
  JSON.stringify([narrator.text, crossTalk, relay]);

/** The name of every model that was not called here. */
const ELSEWHERE = "elsewhere";
/** No classifier was named. */
const NONE = "none";

type TranscriptOptions = {
  file: string;
  observer: string;
  /** Absent: the narrations are not classified. */
  classifier?: string;
  budget?: number;
  pinned?: SessionConfig["pinned"];
  findings?: SessionConfig["findings"];
};

/** A transcript as a session before its first turn, with only what the transcript says. */
function startOf(
  { session, table, turns }: Transcript,
  { file, observer, classifier = NONE, budget, pinned, findings }: TranscriptOptions,
): SessionState {
  const config: SessionConfig = {
    story: "transcript",
    storyGuide: story.parse({
      version: storyVersion,
      id: "transcript",
      title: table.story,
      premise: table.story,
    }),
    prompt: ELSEWHERE,
    systemPrompt: "",
    narratorModel: ELSEWHERE,
    classifierModel: classifier,
    observerModel: observer,
    findings,
    group: {
      players: table.names.map((name, seat) => ({
        seat,
        name,
        archetype: "follower",
        model: ELSEWHERE,
        generatedBackstory: "",
        characterForStory: "",
        systemPrompt: "",
      })),
      spokesperson: 0,
      size: table.names.length,
    },
    charactersPending: false,
    maxTurns: turns.length,
    budget,
    seed: 0,
    replicate: 0,
    castingNotes: [],
    pinned,
    origin: { kind: "transcript", file, session },
  };
  return newSession({ sessionId: session, config });
}

/** `at` is the time of import: a transcript does not say when it was played. */
function recordOf(
  turn: ReaderTurn,
  {
    state,
    classification,
    clock,
  }: Pick<Harness, "clock"> & { state: SessionState; classification: Classification },
): TurnRecord {
  const { storyGuide, group } = state.config;
  const text = turn.narration;
  const beat = beatOf({ classification, guide: storyGuide, told: [] });
  return {
    turn: turn.turn,
    phase: turn.phase,
    at: clock.date().toISOString(),
    ms: 0,
    classification,
    ...beat,
    ...wordsOf(turn, group.size),
    issues: mechanicalIssues(state, { ...turn, text, classification }),
  };
}

/** What was said in a turn. */
const wordsOf = (
  { narration, talk, relay }: ReaderTurn,
  seats: number,
): Pick<TurnRecord, "narrator" | "players" | "crossTalk" | "relay"> => ({
  narrator: { text: narration, model: ELSEWHERE, finish: "stop" },
  players: Array.from({ length: seats }, (_, seat) => ({
    seat,
    quirk: false,
    mood: "",
    says: "",
    wants: "",
    offTopic: "none",
  })),
  // Not under the players: there each speaks once, in the order of the seats.
  crossTalk: talk.map(({ seat, says }) => ({ seat, says, offTopic: "none" })),
  // No seat: a transcript does not name the spokesperson.
  relay: relay === undefined ? undefined : { seat: seats, text: relay },
});

/** Nothing is known of the type or the audience. */
const unclassified = (narration: string): Classification => ({
  source: NONE,
  types: [],
  segments: [{ start: 0, end: narration.length, audience: "all" }],
  concluded: false,
});
