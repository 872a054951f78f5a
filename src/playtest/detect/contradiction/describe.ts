import type { Fact } from "../../../contract/index.ts";
import { GROUP } from "./holder.ts";
import type { Statement } from "./statement.ts";

/** What contradicts what, in a sentence that can stand in a report. */
export function describe({ attribute, label, value = "" }: Statement, before: Fact): string {
  const turn = `in turn ${before.turn}`;
  switch (attribute) {
    case "alive":
      return value === "alive"
        ? `Narrator had ${label} speak or act, but ${label} was dead ${turn}.`
        : `Narrator said ${label} had long been dead, but ${label} was alive ${turn}.`;
    case "state":
      return `Narrator said ${label} was ${value}, but it was ${before.value} ${turn}.`;
    case "condition":
      return `Narrator said ${label} was ${value}, but it was ${before.value} ${turn}, and nobody ${value === "whole" ? "mended" : "broke"} it.`;
    case "holder":
      return `Narrator said ${who(value)} had ${label}, but ${turn} ${who(before.value)} had, and nothing was passed on.`;
    case "time":
      return `Narrator said it was ${value}, but it was ${before.value} ${turn}, and no time had passed.`;
    case "place":
      return `Narrator said ${label} was at the ${value}, but ${label} was at the ${before.value} ${turn}.`;
    case "name":
      return `Narrator called ${label} ${capitals(value)}, but the name was ${capitals(before.value)} ${turn}.`;
    case "count":
      return `Narrator counted ${value} of ${label}, but there were ${before.value} ${turn}.`;
  }
}

const capitals = (name: string) => name.replaceAll(/(?<![\p{L}'])\p{L}/gu, (letter) => letter.toUpperCase());
const who = (holder: string) => (holder === GROUP ? "the group" : capitals(holder));
