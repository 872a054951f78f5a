import type { Reading } from "../../contract/index.ts";

/** A digression from where it begins to where it ends. */
export type Digression = {
  start: number;
  by: number;
  quote: string;
  ends: number | null;
  how: "natural" | "forced" | "by-players" | "never";
  woven: boolean;
};

/** The digressions of one session: each turn says whether the open one ended and whether the table is off the story. */
export function digressionsOf(readings: readonly Reading[]): Digression[] {
  const all: Digression[] = [];
  let open: Digression | undefined;
  for (const reading of readings) {
    if (reading.status !== "read") continue;
    const { returned, strays } = reading.content;
    if (open && returned) {
      Object.assign(open, { ends: reading.turn, how: returned.how, woven: returned.woven });
      open = undefined;
    }
    if (!open && strays) {
      open = {
        start: reading.turn,
        by: strays.by,
        quote: strays.quote,
        ends: null,
        how: "never",
        woven: false,
      };
      all.push(open);
    }
  }
  return all;
}
