/** The players of the offline cast: they speak their archetype's lines, by the dice. */
import type { z } from "zod";
import { dice } from "../../kernel/dice/index.ts";
import type { HouseRequest } from "../../kernel/models/index.ts";
import type { crossTalkReply, playerReply } from "../agents/index.ts";
import { archetypeOf } from "../archetypes/index.ts";
import { ASK, ASK_RECAP, filled, offered, unnumbered, relayed } from "./forms.ts";
import { playerLines } from "./lines.ts";
import type { Stage } from "./stage.ts";

type Reply = z.infer<typeof playerReply>;

/** How likely they are to want what the table leans to, to answer an aside, and to tell what they know. */
const AGREES = 0.6;
const ANSWERS = 0.7;
const TELLS = { now: 0.3, later: 0.05 };

export function play(stage: Stage<"player">, { seed, call = "" }: HouseRequest): Reply {
  const { seat, name, names, phase, draw, narration, told, knows } = stage;
  const { house } = archetypeOf(stage.archetype);
  const turn = Number(/(?:^|\/)turn\/(\d+)/.exec(call)?.[1] ?? 1);
  const throwFor = (purpose: string) => dice(seed, "house", call, purpose);
  const other = throwFor("other").shuffle(names.toSpliced(seat, 1))[0] ?? name;
  // One order of the lines for the whole session: neighbouring turns differ.
  const say = (pool: readonly string[], slots: Record<string, string> = {}): string => {
    const start = dice(seed, "house", "player", seat, pool[0]!).int(pool.length);
    return filled(pool[(start + turn) % pool.length]!, { other, ...slots });
  };
  const reply = { wants: "", offTopic: "none", private: null, remember: null } as const;
  const character = turn === 1 ? "" : `${stage.character} `;
  if (phase === "creation")
    return { ...reply, tells: [], says: `I'm ${name}. ${character}${say(playerLines.introductions)}` };
  const item = knows.find((known) =>
    throwFor(`tell ${known.turn}`).chance(known.turn === turn ? TELLS.now : TELLS.later),
  );
  const { says, ...meant } = speak();
  return {
    ...reply,
    ...meant,
    says: item ? `${says} ${say(playerLines.tellings)} "${item.content}"` : says,
    private: told !== "" && throwFor("private").chance(ANSWERS) ? say(house.answers) : null,
    tells: item ? [item.turn] : [],
  };

  function speak(): Pick<Reply, "says"> & Partial<Reply> {
    if (draw.tangent && house.tangents) return { says: say(house.tangents), offTopic: draw.tangent };
    if (draw.quirk) {
      const says = say(house.quirks);
      return { says, wants: house.asks === "recap" ? ASK_RECAP : house.asks ? `${ASK}${says}` : wish() };
    }
    const wants = wish();
    const stance = say(house.stances, { option: unnumbered(wants) });
    return { says: draw.length === "a few words" ? stance : `${say(house.reactions)} ${stance}`, wants };
  }

  function wish(): string {
    const options = offered(narration);
    const wishes = options.length > 0 ? options : playerLines.wishes;
    const leaning = dice(seed, "house", "table", turn).pick(wishes);
    return throwFor("agrees").chance(AGREES) ? leaning : throwFor("wish").pick(wishes);
  }
}

export function crossTalk(
  { names, said }: Stage<"cross-talk">,
  { seed, call = "" }: HouseRequest,
): z.infer<typeof crossTalkReply> {
  const thrown = dice(seed, "house", call);
  const other = names[thrown.shuffle(said)[0]?.seat ?? 0]!;
  return { says: filled(thrown.pick(playerLines.reactions), { other }), offTopic: "none", tells: [] };
}

export function relay(
  { noise, dropped, intents }: Stage<"spokesperson">,
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
      : [dice(seed, "house", call).pick(playerLines.remarks)]),
  ];
  return sentences.length === 0 ? "We go on." : sentences.join(" ");
}
