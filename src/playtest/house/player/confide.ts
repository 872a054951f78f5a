import type { PlayerStage } from "../stage.ts";
import type { Throws } from "../throws.ts";
import { archetypeOf } from "../../archetypes/index.ts";
import { chooseLine, things } from "../words/index.ts";
import { retell } from "./retell.ts";

/** The answer to a private moment in the archetype's manner, and what the others are told of one. */
export function confide(
  { archetype, seat, name, told, tells, narration, names }: PlayerStage,
  throws: Throws,
): { private: string | null; tells: string | null } {
  const { answers, tellings } = archetypeOf(archetype).house;
  const choosing = {
    order: throws.always("player", seat, "private"),
    round: throws.turn,
    slots: { what: distinctive(told, narration, names) },
  };
  return {
    private: told === "" ? null : chooseLine(answers, choosing)!,
    tells: tells === "" ? null : `${chooseLine(tellings, choosing)!} ${retell(tells, name)}`,
  };
}

/** What they call it by: a name or a number, else a thing, of which nothing public has spoken. */
function distinctive(told: string, narration: string, names: readonly string[]): string {
  const secret = told.replaceAll(/\[[^\]]*\]+/g, "");
  const known = narration.toLowerCase();
  const isNew = (word: string) =>
    !known.includes(word.replace(/^the (?:number )?/, "").toLowerCase()) && !names.includes(word);
  const proper = [
    ...secret.matchAll(/(?<=[^.!?"'(]\s)\p{Lu}\p{Ll}{2,}(?:\s\p{Lu}\p{Ll}+)?|\b\d[\d,.]*\d\b/gu),
  ].map(([word]) => (/^\d/.test(word) ? `the number ${word}` : word));
  const common = things(secret).map((thing) => `the ${thing}`);
  return [...proper, ...common].find(isNew) ?? "all that";
}
