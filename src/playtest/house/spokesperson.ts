/** The spokesperson of the offline cast: fixed sentences, which the house narrator can read. */
import { dice } from "../../kernel/dice/index.ts";
import type { HouseRequest } from "../../kernel/models/index.ts";
import { archetypeOf } from "../archetypes/index.ts";
import { ASK, ASK_RECAP, relayed } from "./forms.ts";
import type { Stage } from "./stage.ts";

export function relay(
  { archetype, noise, dropped, intents }: Stage<"spokesperson">,
  { seed, call = "" }: HouseRequest,
): string {
  const heard = intents.filter(({ name }) => name !== dropped);
  const questions = heard.flatMap(({ wants }) => (wants.startsWith(ASK) ? [wants.slice(ASK.length)] : []));
  const wishes = heard.filter(({ wants }) => wants !== "" && wants !== ASK_RECAP && !wants.startsWith(ASK));
  const votes = Map.groupBy(wishes, ({ wants }) => wants);
  const wanted = [...votes].toSorted(([, a], [, b]) => b.length - a.length)[0]?.[0];
  const others = wishes.filter(({ wants }) => wants !== wanted);
  const strays = heard.filter(({ offTopic }) => offTopic !== "none");
  const sentences = [
    ...(wanted === undefined ? [] : [relayed.wish(wanted)]),
    ...others.map(({ name, wants }) => `${name} would rather: ${wants}.`),
    ...(questions.length === 0 ? [] : [`${relayed.question}${questions.join(" ")}`]),
    ...(heard.some(({ wants }) => wants === ASK_RECAP) ? [relayed.recap] : []),
    ...strays.map(({ name, says }) => `${relayed.stray(name)}${says}`),
    ...(noise === "faithful" || noise === "drops a wish"
      ? []
      : [dice(seed, "house", call).pick(archetypeOf(archetype).house.remarks)]),
  ];
  return sentences.length === 0 ? "We go on." : sentences.join(" ");
}
