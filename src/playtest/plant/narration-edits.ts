import type { TurnRecord } from "../../contract/index.ts";
import { publicPart } from "../agents/index.ts";

/** What everybody heard in a turn. */
export const toldToAll = ({ narrator, classification }: TurnRecord): string =>
  publicPart(narrator.text, classification);

/** Words at the end of the first paragraph, as if they belonged there; or at its start. */
export function withWords({ narrator }: TurnRecord, words: string, where: "start" | "end" = "end"): string {
  const [first = "", ...rest] = narrator.text.split(/\n\s*\n/);
  return [where === "start" ? `${words} ${first}` : `${first} ${words}`, ...rest].join("\n\n");
}

/** A paragraph of its own before the last, which asks what the group does. */
export function withParagraph({ narrator }: TurnRecord, words: string): string {
  const all = narrator.text.split(/\n\s*\n/);
  return [...all.slice(0, -1), words, ...all.slice(-1)].join("\n\n");
}

export const paragraphsOf = (text: string): string[] =>
  text.split(/\n\s*\n/).filter((paragraph) => paragraph.trim() !== "");

export const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** `{entity}` and its like filled in, with a capital where a sentence begins. */
export const fill = (line: string, slots: Readonly<Record<string, string>>): string =>
  capital(
    line
      .replaceAll(/\{(\w+)\}/g, (_, slot: string) => slots[slot] ?? "")
      .replaceAll(/(?<=[.!?]"? )\p{Ll}/gu, (letter) => letter.toUpperCase()),
  );
