/**
 * The detectors on recorded play of people around a table, in CRD3's format: one speaks for the game, the others for
 * themselves. None of it is shipped; `REHEARSE_DATA` names the folder.
 */
import { join } from "node:path";
import { z } from "zod";
import type {
  DetectorRates,
  FalseAlarm,
  IssueType,
  MissedFault,
  SessionConfig,
  Story,
  TurnRecord,
} from "../../contract/index.ts";
import { HarnessError } from "../../kernel/errors/index.ts";
import { exists, readText } from "../../kernel/store/index.ts";
import { newSession } from "../session/index.ts";
import { words } from "../text/index.ts";
import { observeAgain, transcriptOf, type Transcript } from "./clean-transcript.ts";
import { alarmsIn, missesIn, scoreDetectors } from "./detector-rates.ts";
import { operators, plantFaults } from "./planted-faults.ts";

/** The measured evening, and another one that supplies secrets. */
const EPISODE = "C2E031";
const files = (data: string) => ({
  own: join(data, "crd3", `${EPISODE}.json`),
  other: join(data, "crd3", "C1E001.json"),
});

/** Its missing files. Empty: complete. */
export const missingHumanText = (data: string | undefined): string[] =>
  data === undefined
    ? ["REHEARSE_DATA is not set"]
    : Object.values(files(data))
        .filter((path) => !exists(path))
        .map((path) => `${path} is missing`);

type HumanBench = { rates: DetectorRates; misses: MissedFault[]; falseAlarms: FalseAlarm[] };

/** Rates on what people said at a table, without a guide. */
export async function humanBench(data: string, copies: number): Promise<HumanBench> {
  const { own, other } = files(data);
  const transcript = await tablePlay(own, { name: EPISODE, secrets: tellingsIn(other) });
  // Without a guide there are no beats, so turns without one cannot be counted.
  const possible = operators.filter(({ expects }) => expects !== "stuck");
  const tried = await plantFaults([transcript], { operators: possible, copies });
  const { detectors, ...rates } = scoreDetectors({ transcripts: [transcript], tried });
  return {
    rates: {
      ...rates,
      detectors: detectors.map((score) => {
        const note = notes[score.name];
        return note === undefined ? score : { ...score, note };
      }),
    },
    misses: missesIn("human", tried),
    falseAlarms: alarmsIn("human", [transcript]),
  };
}

const notes: Partial<Record<IssueType, string>> = {
  stuck: "not measured: without a guide there are no pulses to count",
  leak: "the secrets are texts of another table, told to one player every twelve turns",
};

const episode = z.object({
  TURNS: z.array(z.object({ NAMES: z.array(z.string()), UTTERANCES: z.array(z.string()) })),
});

const GAME_MASTER = "MATT";
/** Fewer words are an interjection. */
const FEWEST_WORDS = 25;
/** This table has no secrets: every few turns one player is told a text from another table. */
const SECRET_EVERY = 12;

/** What each side said, turn by turn: an output of the game master, and what the others said until he spoke again. */
type Exchange = { told: string; said: Map<string, string[]> };

/** `secrets`: texts that this table never heard. */
export async function tablePlay(
  path: string,
  { name, secrets }: { name: string; secrets: readonly string[] },
): Promise<Transcript> {
  const exchanges = exchangesIn(path);
  const players = [...new Set(exchanges.flatMap(({ said }) => [...said.keys()]))].sort();
  const config = configFor({
    name,
    players: players.map(capitalised),
    turns: exchanges.length,
  });
  const records = exchanges.map((exchange, index) =>
    recordOf(exchange, {
      turn: index + 1,
      players,
      secret: index % SECRET_EVERY === 5 ? secrets[index % secrets.length] : undefined,
    }),
  );
  const unseen: Transcript = { name, config, records, states: [newSession({ sessionId: name, config })] };
  return transcriptOf({ name, config, records: await observeAgain(unseen, { from: 1, to: records.length }) });
}

/** A game master's words, for another table to keep as secrets. */
export const tellingsIn = (path: string): string[] =>
  exchangesIn(path)
    .map(({ told }) => told)
    .filter((told) => words(told).length <= 70);

function exchangesIn(path: string): Exchange[] {
  const exchanges: Exchange[] = [];
  for (const { NAMES, UTTERANCES } of read(path).TURNS) {
    const text = UTTERANCES.join(" ").trim();
    const last = exchanges.at(-1);
    if (NAMES.includes(GAME_MASTER)) {
      if (words(text).length >= FEWEST_WORDS) exchanges.push({ told: text, said: new Map() });
      // An interjection is an answer too: the earlier question is no longer open.
      else last?.said.clear();
    } else
      for (const speaker of NAMES.slice(0, 1))
        last?.said.set(speaker, [...(last.said.get(speaker) ?? []), text]);
  }
  return exchanges;
}

function read(path: string): z.infer<typeof episode> {
  const { data, error } = episode.safeParse(JSON.parse(readText(path)));
  if (!data)
    throw new HarnessError({
      code: "bad-data",
      message: `${path} is not an episode of CRD3: ${error.issues[0]?.message}.`,
      remedy:
        "REHEARSE_DATA names a folder with crd3/C1E001.json and crd3/C2E031.json as they were published.",
      cause: error,
    });
  return data;
}

function recordOf(
  { told, said }: Exchange,
  { turn, players, secret }: { turn: number; players: readonly string[]; secret: string | undefined },
): TurnRecord {
  const target = players[turn % players.length]!;
  const spoken = [...said];
  const text = secret === undefined ? told : `${told}\n\n[To ${capitalised(target)} only] ${secret}`;
  return {
    turn,
    phase: "story",
    at: "1970-01-01T00:00:00.000Z",
    ms: 0,
    narrator: { text, model: "human", finish: "stop" },
    classification: {
      type: "pulse",
      confidence: 1,
      source: "rules",
      evidence: "",
      segments: [
        {
          start: 0,
          end: text.length,
          type: "pulse",
          audience: "all",
          confidence: 1,
          evidence: "",
          source: "rules",
        },
      ],
      concluded: false,
    },
    players: players
      .map((player, seat) => ({ player, seat, says: said.get(player)?.join(" ") ?? "" }))
      .filter(({ player, says }) => says !== "" || (secret !== undefined && player === target))
      .map(({ player, seat, says }) => ({
        seat,
        quirk: false,
        mood: "",
        says,
        wants: "",
        offTopic: "none" as const,
        ...(secret !== undefined && player === target && { private: { answer: "I see.", share: false } }),
      })),
    relay:
      spoken.length === 0
        ? undefined
        : { seat: players.indexOf(spoken[0]![0]), text: spoken.flatMap(([, lines]) => lines).join(" ") },
    issues: [],
  };
}

const capitalised = (name: string) => name.charAt(0) + name.slice(1).toLowerCase();

function configFor({
  name,
  players,
  turns,
}: {
  name: string;
  players: readonly string[];
  turns: number;
}): SessionConfig {
  const player = (each: string, seat: number) => ({
    seat,
    archetype: "engaged" as const,
    name: each,
    model: "human",
    generatedBackstory: "",
    characterForStory: "",
    systemPrompt: "",
  });
  return {
    story: name,
    storyGuide: noGuide(name),
    prompt: "",
    systemPrompt: "",
    narratorModel: "human",
    classifierModel: "house",
    observerModel: "none",
    group: { players: players.map(player), spokesperson: 0, size: players.length },
    charactersPending: false,
    maxTurns: turns + 1,
    expectedPulses: 1,
    variation: 0,
    seed: 0,
    replicate: 0,
    castingNotes: [],
  };
}

/** There is no guide to what was improvised. */
const noGuide = (id: string): Story => ({
  version: 1,
  id,
  title: id,
  genre: "improvised",
  premise: "People play at a table.",
  setting: { place: "a table", time: "an evening", rules: ["None."] },
  tone: { words: [], avoid: [] },
  questions: [],
  pulses: [],
  npcs: [],
  locations: [],
  devices: [],
  privateHooks: {},
  names: [],
  backgrounds: { occupations: [], ties: [], quirks: [] },
  endings: [],
});
