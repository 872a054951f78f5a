/** What only some players of the sessions behind an answer were told. */
import { dirname, join } from "node:path";
import { fileInfo, listFolder } from "../kernel/store/index.ts";
import { type Secrets, secretsOf } from "../kernel/text/index.ts";
import { loadReadable, type SessionState, turnsIn } from "../playtest/index.ts";

type Given = Readonly<Record<string, unknown>>;

export function privatePassages(input: Given, result: unknown): Secrets {
  const places = [input["dir"], input["checkpoint"], input["path"], input["baseline"], ...dirsOf(result)];
  const folders = new Set(
    places.flat().flatMap((place) => (typeof place === "string" ? sessionsAt(place) : [])),
  );
  const states = [...folders].map((dir) => loadReadable(dir).state);
  return secretsOf({
    told: states.flatMap(toldToSome),
    known: states.flatMap(({ config }) => config.group.players.map((player) => player.generatedBackstory)),
  });
}

/** Of a result, of each of several, and of the sessions in it. */
const dirsOf = (result: unknown): unknown[] =>
  [result].flat().flatMap((each) => {
    const { dir, sessions } = (each ?? {}) as { dir?: unknown; sessions?: unknown };
    return [dir, ...(Array.isArray(sessions) ? sessions.flatMap(dirsOf) : [])];
  });

/** A session, one of its files, or a folder with sessions: a matrix or an A/B test. */
function sessionsAt(place: string): string[] {
  const folder = fileInfo(place)?.kind === "folder" ? place : dirname(place);
  const inside = join(folder, "sessions");
  const more = fileInfo(inside)?.kind === "folder" ? listFolder(inside) : [];
  return [folder, ...more.map(({ name }) => join(inside, name))].filter(
    (dir) => fileInfo(dir)?.kind === "folder" && turnsIn(dir).length > 0,
  );
}

const toldToSome = ({ records }: SessionState): string[] =>
  records.flatMap(({ narrator: { text }, classification, players }) => [
    ...classification.segments.flatMap(({ start, end, audience }) =>
      audience === "all" ? [] : [text.slice(start, end)],
    ),
    ...players.flatMap((player) => player.private?.answer ?? []),
  ]);
