/** Transcripts as sessions, so that everything that reads a session can read them. */
import { join } from "node:path";
import {
  story,
  storyVersion,
  type Issue,
  type SessionConfig,
  type TurnRecord,
} from "../../contract/index.ts";
import { HarnessError } from "../../kernel/errors/index.ts";
import type { Harness } from "../../kernel/run/index.ts";
import { lockFolder, makeFolder } from "../../kernel/store/index.ts";
import { loadLatest, saveStart, saveTurn, turnsIn } from "../checkpoint/index.ts";
import type { ReaderTurn } from "../reader/index.ts";
import { applyTurn, mechanicalIssues, newSession, type SessionState } from "../session/index.ts";
import type { Transcript } from "./transcript-file.ts";

/** Writes a transcript as the turns of a session folder below `out`. Existing turns are unchanged. */
export async function storeTranscript(
  { clock }: Pick<Harness, "clock">,
  transcript: Transcript,
  { out, ...options }: Omit<TranscriptOptions, "at"> & { out: string },
): Promise<string> {
  const dir = join(out, transcript.session);
  const whole = transcriptSession(transcript, { ...options, at: clock.date().toISOString() });
  makeFolder(dir);
  const lock = await lockFolder(dir, { clock });
  try {
    const begun = turnsIn(dir).length > 0;
    const start = newSession(whole);
    let { state, chain } = begun ? loadLatest(dir) : { state: start, chain: await saveStart(dir, start) };
    const isOther =
      !state.config.origin ||
      state.records.length > whole.records.length ||
      state.records.some((record, index) => saidIn(record) !== saidIn(whole.records[index]!));
    if (isOther)
      throw new HarnessError({
        code: "folder-taken",
        message: `${dir} contains another session than ${options.file}.`,
        remedy: "Choose another folder with --out.",
      });
    for (const record of whole.records.slice(state.records.length)) {
      state = applyTurn(state, record);
      chain = await saveTurn(dir, { state, record, chain });
    }
    return dir;
  } finally {
    await lock.release();
  }
}

const saidIn = ({ narrator, crossTalk, relay }: TurnRecord): string =>
  JSON.stringify([narrator.text, crossTalk, relay]);

/** The name of every model that was not called here. */
const ELSEWHERE = "elsewhere";

export type TranscriptOptions = {
  file: string;
  observer: string;
  budget?: number;
  pinned?: SessionConfig["pinned"];
  /** The time of import: a transcript does not say when it was played. */
  at: string;
};

/** A transcript as a session: the same records, with only what the transcript says. */
export function transcriptSession(
  { session, table, turns }: Transcript,
  { file, observer, budget, pinned, at }: TranscriptOptions,
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
    classifierModel: "none",
    observerModel: observer,
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
    variation: 0,
    seed: 0,
    replicate: 0,
    castingNotes: [],
    pinned,
    origin: { kind: "transcript", file, session },
  };
  return turns.reduce(
    (state, turn) => {
      const record = recordOf(turn, { seats: table.names.length, at });
      return applyTurn(state, { ...record, issues: issuesIn(state, record) });
    },
    newSession({ sessionId: session, config }),
  );
}

/** Repetition and breakdowns. A stall cannot be seen in unclassified turns. */
const issuesIn = (state: SessionState, record: TurnRecord): Issue[] =>
  mechanicalIssues({
    ...record,
    state,
    text: record.narrator.text,
    narration: record.narrator.text,
    beat: { ownBeat: true },
    relay: record.relay,
  });

function recordOf(
  { turn, phase, narration, talk, relay }: ReaderTurn,
  { seats, at }: { seats: number; at: string },
): TurnRecord {
  const unknown = { type: "pulse", confidence: 0, source: "none", evidence: "" } as const;
  return {
    turn,
    phase,
    at,
    ms: 0,
    narrator: { text: narration, model: ELSEWHERE, finish: "stop" },
    classification: {
      ...unknown,
      unclassified: true,
      segments: [{ ...unknown, start: 0, end: narration.length, audience: "all" }],
      concluded: false,
    },
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
    ...(relay !== undefined && { relay: { seat: seats, text: relay } }),
    issues: [],
  };
}
