/** The spokesperson of the offline cast: one message from all wishes, with the noise of the speaker. */
import type { SpokespersonStage, ActorDice } from "../stage.ts";
import { archetypeOf } from "../../archetypes/index.ts";
import { chooseLine, type Slots, joinAnd, upperFirst, theirs } from "../words/choose-line.ts";
import { weigh, type Heard, type Weighed } from "./wishes.ts";

/**
 * How often a decision waits: while the table is off the story, until a question is answered, or to look round. It is
 * still relayed.
 */
const WAITS = { derailed: 0.95, aside: 0.6, question: 0.45, remark: 0.2, nothing: 0.12 };

export function relay(stage: SpokespersonStage, dice: ActorDice): string {
  const { name: speaker, archetype, dropped } = stage;
  const { remarks } = archetypeOf(archetype).house;
  const weighed = weigh({ ...stage, intents: stage.intents.filter(({ name }) => name !== dropped) });
  const [most] = weighed.ways;
  const others = weighed.heard.flatMap(detour);
  const waits = dice.now("waits").chance(WAITS[reasonToWait(weighed.heard)]);
  const detours =
    others.length === 0 && (waits || !most) ? [say(phrases.lookRound, "look round") ?? ""] : others;
  const shown = most !== undefined && stage.noise !== "faithful";
  // A unanimous wish needs no argument.
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

  /** The majority's wish, and the dissenters. If held back, it is relayed as what they would do. */
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
    return chooseLine(pool, { order: dice.always("relay", purpose), round: dice.turn, slots });
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

/** The wording of a relay. {who} are names, {whom} the same after a preposition; verbs agree with them. */
const phrases = {
  agreed: [
    "We {action}; {who} {are} for it.",
    "{who} {want} us to {action}, so that is what we do.",
    "We've settled on it: we {action}. {who} spoke up for it.",
    "Our answer is that we {action}, as {who} said.",
  ],
  agreedAlone: [
    "We {action}.",
    "We've decided: we {action}.",
    "All right, we {action}.",
    "Together we {action}.",
  ],
  most: ["{who} {want} us to {action}", "{who} {think} that we should {action}", "{who} would {action}"],
  others: [
    "{who} would rather {action}",
    "{who} {like} it better to {action}",
    "{who} {hold} out to {action}",
  ],
  result: ["in the end we {action}.", "so we {action}.", "we go with the first: we {action}."],
  /** The majority's wish, if something else comes first: {until} says so. */
  held: [
    "{who} {want} us to {action}, {until}:",
    "{who} {think} that we should {action}, {until}:",
    "We would {action}, as {who} {say}, {until}:",
    "{who} would {action}, {until}:",
  ],
  heldAlone: [
    "I'd {action}, {until}:",
    "I think that we should {action}, {until}:",
    "We would {action}, {until}:",
  ],
  heldUndersold: [
    "I guess we {action}, like {who} said, {until}:",
    "We might {action}, because of {who}, {until}:",
    "{who} sort of {want} us to {action}, {until}:",
  ],
  heldResult: [
    "as it stands we {action}, {until}:",
    "if nothing changes we {action}, {until}:",
    "on the whole we {action}, {until}:",
  ],
  until: ["but first", "but not before this", "but one thing comes before it", "but that can wait for this"],
  asks: ["{who} {ask} {question}.", "{who} {wonder} {question}.", "{who} {want} to know {question}."],
  asksSomebody: [
    "{who} {want} to ask {question}.",
    "{who} would like to ask {question}.",
    "First, {who} {want} to ask {question}.",
  ],
  recaps: [
    "{who} {need} a short recap, please.",
    "Could we have a short recap for {whom}?",
    "{who} lost the thread and {ask} for a short recap.",
  ],
  recapsBecause: [
    '{who} {need} a short recap, because of "{aside}".',
    'Could we have a short recap for {whom}? It was "{aside}".',
    '{who} missed a part ("{aside}") and {ask} for a short recap.',
  ],
  asides: [
    '{who} {are} on about "{aside}", and it is catching.',
    '{who} can\'t let go of "{aside}".',
    'There\'s also "{aside}", thanks to {whom}.',
    '{who} would like everybody to consider "{aside}".',
  ],
  tries: [
    "{who} {want} to {attempt}.",
    "{who} {have} another idea: to {attempt}.",
    "{who} would like to {attempt}, if it can be done.",
  ],
  along: ["{who} {go} along with {leader}.", "{who} {stick} with {leader}."],
  free: ["{who} {say}: {words}.", "From {whom}: {words}."],
  shares: [
    '{who} {have} told us something: "{shares}"',
    'And {who} {have} let us in on a thing: "{shares}"',
    'We know something new, because {who} {have} told us: "{shares}"',
  ],
  sharesOwn: [
    'I have told the others something: "{shares}"',
    'And I told the others what I know: "{shares}"',
  ],
  undersold: [
    "I guess we {action}, if that's all right. {who} said so.",
    "We sort of {action}, I think, because of {who}.",
    "Um, we {action}. It was {who} who wanted it, more or less.",
    "Okay, so we {action}, like {who} said. Probably.",
    "{who} {like} the idea to {action}, so we do that, I suppose.",
  ],
  undersoldAlone: [
    "I guess we {action}, if that's all right.",
    "We sort of {action}, I think.",
    "Um, we {action}. It's fine either way.",
    "Okay, so we {action}. Probably.",
  ],
  lookRound: [
    "we want to know what else there is to see.",
    "we look round, and ask what else we notice.",
    "we want to know what we have missed.",
    "what else is there, if we take our time?",
    "we keep still for a moment: what do we hear and see?",
  ],
  waiting: [
    "We have not decided yet.",
    "The rest can wait until we've heard.",
    "We'll choose after that.",
    "",
  ],
} as const satisfies Record<string, readonly string[]>;
