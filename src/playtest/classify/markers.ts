import type { OutputType } from "../../contract/index.ts";
import type { Span } from "../text/index.ts";

/** A structured marker at the start of a line, by which the narrator says what follows. */
export type Marker = Span & { type: OutputType | "end"; title: string };

const marker =
  /^[ \t>*_#]{0,8}\[\[\s{0,3}(PULSE|TANGENT|CLARIFY|CLARIFICATION|RECAP|END)\b\s{0,3}(?:[:—-]([^[\]\n]{0,120}))?\]\]/gim;

const types: Record<string, Marker["type"]> = {
  pulse: "pulse",
  tangent: "tangent-response",
  clarify: "clarification",
  clarification: "clarification",
  recap: "recap",
  end: "end",
};

export const findMarkers = (flat: string): Marker[] =>
  Array.from(flat.matchAll(marker), ({ 0: all, 1: word, 2: title, index }) => ({
    start: index,
    end: index + all.length,
    type: types[word!.toLowerCase()]!,
    title: title?.trim() ?? "",
  }));
