/** Which problems of one session are gone in another, and which are new. */
import type { Episode } from "../../contract/index.ts";
import { counted } from "../../kernel/report/index.ts";
import { kindOf } from "../findings/index.ts";

/** Of one kind: the problems that only A has, only B has, or that cost one more than the other. */
type KindChange = { kind: string; a: Episode[]; b: Episode[] };

/** Problems of one kind that begin this close to each other are the same problem. */
const CLOSE = 2;

/** In the order of turns. Problems that cost both the same are left out. */
export function kindChanges(a: readonly Episode[], b: readonly Episode[]): KindChange[] {
  const partners = new Map<Episode, Episode>();
  for (let apart = 0; apart <= CLOSE; apart += 1)
    for (const one of a.filter((episode) => !partners.has(episode))) {
      const other = b.find(
        (each) => !partners.has(each) && each.kind === one.kind && Math.abs(each.turn - one.turn) === apart,
      );
      if (other) partners.set(one, other).set(other, one);
    }
  const changed = (all: readonly Episode[]) =>
    all.filter((episode) => partners.get(episode)?.pointsLost !== episode.pointsLost);
  const [here, there] = [changed(a), changed(b)];
  const kinds = [...here, ...there].toSorted((x, y) => x.turn - y.turn).map(({ kind }) => kind);
  return [...new Set(kinds)].map((kind) => {
    const own = (all: readonly Episode[]) => all.filter((episode) => episode.kind === kind);
    return { kind, a: own(here), b: own(there) };
  });
}

export const pointsIn = (episodes: readonly Episode[]): number =>
  episodes.reduce((sum, { pointsLost }) => sum + pointsLost, 0);

/** "2 forced segues (turns 17, 24)"; beside others of the same kind "forced segues (turns 9, 17 against 12)". */
export function episodesText(
  kind: string,
  episodes: readonly Episode[],
  against: readonly Episode[],
): string {
  const { plural } = kindOf(kind);
  // "tangents without a return" has its noun first; a kind of the user's own has it last.
  const singular = plural.replace(/s$|s(?= (?!findings$))/, "");
  const where = `${turnsOf(episodes).includes(" ") ? "turns" : "turn"} ${turnsOf(episodes)}`;
  return against.length > 0
    ? `${plural} (${where} against ${turnsOf(against)})`
    : `${counted(episodes.length, singular, plural)} (${where})`;
}

/** "17, 24", "12 to 25". */
export const turnsOf = (episodes: readonly Episode[]): string =>
  episodes
    .map(({ turn, lastTurn }) => (turn === lastTurn ? String(turn) : `${turn} to ${lastTurn}`))
    .join(", ");
