/** Which problems of one session are gone in another, and which are new. */
import type { Episode } from "../../contract/index.ts";
import { shortList } from "../../kernel/report/index.ts";
import { countedKind } from "../findings/index.ts";
import { costliestKinds, spansOf } from "../report/index.ts";

/** `gone`: only A has them. `fresh`: only B. `both`: the same problem in each. */
export type EpisodeChanges = {
  gone: Episode[];
  fresh: Episode[];
  both: Array<{ a: Episode; b: Episode }>;
};

/** Problems of one kind that begin this close to each other are the same problem. */
const CLOSE = 2;

/** `alike`: they play the same story. In two stories no problem is the same. */
export function episodeChanges(
  a: readonly Episode[],
  b: readonly Episode[],
  { alike }: { alike: boolean },
): EpisodeChanges {
  const partners = new Map<Episode, Episode>();
  if (alike)
    for (let apart = 0; apart <= CLOSE; apart += 1)
      for (const one of a.filter((episode) => !partners.has(episode))) {
        const other = b.find(
          (each) => !partners.has(each) && each.kind === one.kind && Math.abs(each.turn - one.turn) === apart,
        );
        if (other) partners.set(one, other).set(other, one);
      }
  return {
    gone: a.filter((episode) => !partners.has(episode)),
    fresh: b.filter((episode) => !partners.has(episode)),
    both: a.flatMap((one) => {
      const b = partners.get(one);
      return b ? [{ a: one, b }] : [];
    }),
  };
}

/** "2 forced segues (turns 17 and 24) and 1 loop (turn 20)"; the costliest kinds first. */
export function episodesText(episodes: readonly Episode[], most = Infinity): string {
  return shortList(
    costliestKinds(episodes).map(([kind, same]) => `${countedKind(kind, same.length)} (${spansOf(same)})`),
    most,
  );
}
