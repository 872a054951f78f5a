/** The spokesperson of the house cast: one message from all wishes, with the noise of whoever speaks. */
import type { SpokespersonStage } from "../stage.ts";
import type { Throws } from "../throws.ts";
import { chooseLine, joinAnd, lowerFirst, theirs, upperFirst, type Slots } from "../words/index.ts";
import { relayNoise } from "./noise.ts";
import { phrases } from "./phrases.ts";
import { weigh, type Heard, type Weighed } from "./weigh.ts";

/** How often a group waits with its decision: until a question is answered, after a mere aside, or just to look round. */
const WAITS = { question: 0.7, aside: 0.3, nothing: 0.12 };

export function relay(stage: SpokespersonStage, throws: Throws): string {
  if (stage.phase === "creation") return introductions(stage);
  const { name: speaker, archetype } = stage;
  const noise = relayNoise[archetype];
  const weighed = attentive(weigh(stage), noise.keeps ?? 1);
  const others = weighed.heard.flatMap(detour);
  const asking = weighed.heard.some(({ wish }) => wish.kind !== "do" && wish.kind !== "along");
  const reason = asking ? "question" : others.length > 0 ? "aside" : "nothing";
  const waits = weighed.ways.length === 0 || throws.now("waits").chance(WAITS[reason]);
  const decision = waits ? [] : decided(weighed);
  const shown = throws.now("noise").chance(noise.chance);
  const slots = { action: weighed.ways[0]?.action, own: weighed.own };
  return [
    shown && noise.before && !waits ? say(noise.before, "before", slots) : undefined,
    ...(waits ? [...(others.length > 0 ? others : [say(phrases.lookRound, "look round")]), say(phrases.waiting, "waiting")] : [...decision, ...others]),
    ...weighed.heard.flatMap(({ name, shares }) => (shares ? [put(name === speaker ? "sharesOwn" : "shares", [name], { shares: /^I\b/.test(shares) ? shares : lowerFirst(shares) })] : [])),
    shown && noise.after && !waits ? say(noise.after, "after", slots) : undefined,
  ]
    .filter((part) => part)
    .join(" ");

  /** Some listen with half an ear. What a spokesperson wants for themselves they never forget. */
  function attentive({ heard, ...rest }: Weighed, keeps: number): Weighed {
    const thrown = throws.now("listens");
    return { ...rest, heard: heard.filter(({ name, wish }) => thrown.chance(keeps) || name === speaker || wish.kind === "recap") };
  }

  function decided({ ways: [most, ...rest] }: Weighed): Array<string | undefined> {
    if (!most) return [];
    const { action } = most;
    const others = most.names.filter((name) => name !== speaker);
    if (archetype === "follower") return [others.length === 0 ? say(phrases.undersoldAlone, "undersold", { action }) : put("undersold", others, { action })];
    if (rest.length === 0) return [others.length === 0 ? say(phrases.agreedAlone, "agreed", { action }) : put("agreed", most.names, { action })];
    const parts = [put("most", most.names, { action }), ...rest.map((way) => put("others", way.names, { action: way.action }))];
    return [`${parts.join("; ")}; ${say(phrases.result, "result", { action })}`];
  }

  function detour({ name, wish }: Heard): string[] {
    switch (wish.kind) {
      case "ask":
        return [put(/^(?:who|whom|whose|what|when|where|why|how|whether|which|if|about)\b/i.test(wish.question) ? "asks" : "asksSomebody", [name], { question: wish.question })];
      case "recap":
        return [wish.aside === undefined ? put("recaps", [name]) : put("recapsBecause", [name], { aside: wish.aside })];
      case "aside":
        return [put("asides", [name], { aside: wish.aside })];
      case "try":
        return [put("tries", [name], { attempt: name === speaker ? wish.attempt : theirs(wish.attempt) })];
      case "free":
        return [put("free", [name], { words: wish.words })];
      case "along":
        return [];
      case "do":
        if (wish.aside === undefined) return [];
        return [wish.recap ? put("recapsBecause", [name], { aside: wish.aside }) : put("asides", [name], { aside: wish.aside })];
      default:
        return [];
    }
  }

  function put(kind: keyof typeof phrases, names: readonly string[], slots: Slots = {}): string {
    const who = named(names);
    return upperFirst(say(phrases[kind], kind, { ...slots, who, ...verbs(who === "I" ? "I" : names.length > 1 ? "they" : "one") }) ?? "");
  }

  function named(names: readonly string[]): string {
    const rest = names.filter((name) => name !== speaker);
    return joinAnd(rest.length < names.length ? [...rest, "I"] : rest);
  }

  function say(pool: readonly string[], purpose: string, slots: Slots = {}): string | undefined {
    return chooseLine(pool, { order: throws.always("relay", purpose), round: throws.turn, slots });
  }
}

const bases = ["want", "ask", "need", "go", "stick", "say", "like", "hold", "think", "wonder"] as const;

function verbs(number: "I" | "one" | "they"): Record<string, string> {
  const plain = Object.fromEntries(bases.map((verb) => [verb, number === "one" ? `${verb}${verb === "go" ? "es" : "s"}` : verb]));
  return { ...plain, are: { I: "am", one: "is", they: "are" }[number], have: number === "one" ? "has" : "have" };
}

function introductions({ name: speaker, intents }: SpokespersonStage): string {
  const known = weigh({ kind: "spokesperson", name: speaker, archetype: "engaged", phase: "creation", intents, says: [] }).heard;
  const introduced = known.filter(({ wish }) => wish.kind === "introduce");
  if (introduced.length === 0) return `There are ${counted(intents.length)} of us: ${joinAnd(intents.map(({ name }) => name))}. I'm ${speaker}, and I speak for the group.`;
  return known
    .map(({ name, wish }, index) => {
      const is = name === speaker ? "I am" : `${name} is`;
      if (wish.kind === "introduce") return `${is} ${wish.as}.`;
      return `${name} puts it like this: ${intents[index]!.wants}`;
    })
    .join(" ");
}

const counted = (count: number) => ["none", "one", "two", "three", "four", "five"][count] ?? String(count);
