import type { SpokespersonStage } from "../stage.ts";
import { readWish } from "./read-wish.ts";
import { weigh } from "./weigh.ts";

export type Fate = {
  fate: "relayed" | "changed" | "dropped";
  /** The relay tells of their aside. */ aside: boolean;
};

/** What `relay` makes of each wish, by name. Those who go along with somebody have no wish of their own. */
export function fates({
  dropped,
  noise,
  ...stage
}: Pick<SpokespersonStage, "name" | "noise" | "dropped" | "intents">): Map<string, Fate> {
  const intents = stage.intents.filter(({ name }) => name !== dropped);
  const [most] = weigh({ name: stage.name, intents }).ways;
  return new Map(
    stage.intents.flatMap(({ name, wants }): Array<[string, Fate]> => {
      const wish = readWish(wants);
      if (wants === "" || wish.kind === "along" || wish.kind === "introduce") return [];
      if (name === dropped) return [[name, { fate: "dropped", aside: false }]];
      const aside = "aside" in wish && wish.aside !== undefined;
      // Only what most are for is told by somebody who undersells.
      const told = wish.kind !== "do" || noise !== "undersells" || most!.names.includes(name);
      return [[name, { fate: told ? "relayed" : aside ? "changed" : "dropped", aside }]];
    }),
  );
}
