import type { SpokespersonStage } from "../stage.ts";
import { readWish, type Wish } from "./read-wish.ts";

export type Heard = { name: string; wish: Wish; shares?: string };

/** What the group wants, put together: who is for what, most first. */
export type Weighed = {
  heard: readonly Heard[];
  ways: ReadonlyArray<{ action: string; names: readonly string[] }>;
  own?: string;
};

export function weigh({ name: speaker, intents }: Pick<SpokespersonStage, "name" | "intents">): Weighed {
  const heard = intents.map(({ name, wants, shares }): Heard => ({ name, wish: readWish(wants), shares }));
  const actionOf = new Map(
    heard.flatMap(({ name, wish }): Array<[string, string]> =>
      wish.kind === "do" ? [[name, wish.action]] : [],
    ),
  );
  for (const { name, wish } of heard) {
    // Who goes along with somebody is for what that one is for.
    const action = wish.kind === "along" ? actionOf.get(wish.with) : undefined;
    if (action !== undefined) actionOf.set(name, action);
  }
  const ways = [...Map.groupBy(actionOf, ([, action]) => action.toLowerCase()).values()]
    .map((supporters) => ({ action: supporters[0]![1], names: supporters.map(([name]) => name) }))
    .sort((a, b) => b.names.length - a.names.length);
  return { heard, ways, own: actionOf.get(speaker) };
}
