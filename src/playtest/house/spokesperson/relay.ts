/** The spokesperson of the house cast: one message from all wishes, with the noise of whoever speaks. */
import type { SpokespersonStage } from "../stage.ts";
import type { Throws } from "../throws.ts";
import { archetypeOf } from "../../archetypes/index.ts";
import { chooseLine, joinAnd, theirs, upperFirst, type Slots } from "../words/index.ts";
import { phrases } from "./phrases.ts";
import { weigh, type Heard, type Weighed } from "./weigh.ts";

/** How often a decision waits: while the table is off the story, until a question is answered, or just to look round. It is told all the same. */
const WAITS = { derailed: 0.95, aside: 0.6, question: 0.45, remark: 0.2, nothing: 0.12 };

export function relay(stage: SpokespersonStage, throws: Throws): string {
  const { name: speaker, archetype, dropped } = stage;
  const { remarks } = archetypeOf(archetype).house;
  const weighed = weigh({ ...stage, intents: stage.intents.filter(({ name }) => name !== dropped) });
  const [most] = weighed.ways;
  const others = weighed.heard.flatMap(detour);
  const waits = throws.now("waits").chance(WAITS[reasonToWait(weighed.heard)]);
  const detours =
    others.length === 0 && (waits || !most) ? [say(phrases.lookRound, "look round") ?? ""] : others;
  const shown = most !== undefined && stage.noise !== "faithful";
  // Nobody argues for what all are for.
  const slots = { action: most?.action, own: weighed.ways.length > 1 ? weighed.own : undefined };
  return [
    shown && remarks.before ? say(remarks.before, "before", slots) : undefined,
    ...(most ? decided(weighed, most, waits) : []),
    ...detours.map((part, index) => (waits && most && index === 0 ? part : upperFirst(part))),
    most ? undefined : say(phrases.waiting, "waiting"),
    ...weighed.heard.flatMap(({ name, shares }) =>
      shares
        ? [put(name === speaker ? "sharesOwn" : "shares", [name], { shares: shares.replaceAll('"', "'") })]
        : [],
    ),
    shown && remarks.after ? say(remarks.after, "after", slots) : undefined,
  ]
    .filter((part) => part)
    .join(" ");

  /** What most are for, and who would rather do something else. Held back, it is told as what they would do. */
  function decided(
    { ways: [, ...rest] }: Weighed,
    { action, names }: Weighed["ways"][number],
    held: boolean,
  ): Array<string | undefined> {
    const until = say(phrases.until, "until");
    const others = names.filter((name) => name !== speaker);
    if (stage.noise === "undersells") {
      if (others.length === 0)
        return [say(held ? phrases.heldAlone : phrases.undersoldAlone, "undersold", { action, until })];
      return [put(held ? "heldUndersold" : "undersold", others, { action, until })];
    }
    if (rest.length === 0) {
      if (others.length === 0)
        return [say(held ? phrases.heldAlone : phrases.agreedAlone, "agreed", { action, until })];
      return [put(held ? "held" : "agreed", names, { action, until })];
    }
    const parts = [
      put("most", names, { action }),
      ...rest.map((way) => put("others", way.names, { action: way.action })),
    ];
    return [
      `${parts.join("; ")}; ${say(held ? phrases.heldResult : phrases.result, "result", { action, until })}`,
    ];
  }

  function detour({ name, wish }: Heard): string[] {
    switch (wish.kind) {
      case "ask":
        return [
          put(
            /^(?:who|whom|whose|what|when|where|why|how|whether|which|if|about)\b/i.test(wish.question)
              ? "asks"
              : "asksSomebody",
            [name],
            { question: wish.question },
          ),
        ];
      case "recap":
        return [
          wish.aside === undefined
            ? put("recaps", [name])
            : put("recapsBecause", [name], { aside: wish.aside }),
        ];
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
        return [
          wish.recap
            ? put("recapsBecause", [name], { aside: wish.aside })
            : put("asides", [name], { aside: wish.aside }),
        ];
      default:
        return [];
    }
  }

  function put(kind: keyof typeof phrases, names: readonly string[], slots: Slots = {}): string {
    const who = named(names);
    return upperFirst(
      say(phrases[kind], kind, {
        ...slots,
        who,
        whom: who.replace(/\bI$/, "me"),
        ...verbs(who === "I" ? "I" : names.length > 1 ? "they" : "one"),
      }) ?? "",
    );
  }

  function named(names: readonly string[]): string {
    const rest = names.filter((name) => name !== speaker);
    return joinAnd(rest.length < names.length ? [...rest, "I"] : rest);
  }

  function say(pool: readonly string[], purpose: string, slots: Slots = {}): string | undefined {
    return chooseLine(pool, { order: throws.always("relay", purpose), round: throws.turn, slots });
  }
}

function reasonToWait(heard: readonly Heard[]): keyof typeof WAITS {
  const wishes = heard.map(({ wish }) => wish);
  if (wishes.some((wish) => wish.kind === "aside" && wish.heavy)) return "derailed";
  if (wishes.some(({ kind }) => kind === "aside")) return "aside";
  if (wishes.some(({ kind }) => kind !== "do" && kind !== "along")) return "question";
  return wishes.some((wish) => wish.kind === "do" && wish.aside !== undefined) ? "remark" : "nothing";
}

const bases = ["want", "ask", "need", "go", "stick", "say", "like", "hold", "think", "wonder"] as const;

function verbs(number: "I" | "one" | "they"): Record<string, string> {
  const plain = Object.fromEntries(
    bases.map((verb) => [verb, number === "one" ? `${verb}${verb === "go" ? "es" : "s"}` : verb]),
  );
  return {
    ...plain,
    are: { I: "am", one: "is", they: "are" }[number],
    have: number === "one" ? "has" : "have",
  };
}
