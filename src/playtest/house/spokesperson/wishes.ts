/** Players' wishes, read from their wording, and what the relay does with them. */
import { lowerFirst, unstopped } from "../words/choose-line.ts";
import type { SpokespersonStage } from "../stage.ts";

/** A player's wish, as far as its wording shows it. */
type Wish =
  | { kind: "do"; action: string; aside?: string; recap?: boolean }
  | { kind: "ask"; question: string }
  | { kind: "recap"; aside?: string }
  | { kind: "aside"; aside: string; heavy: boolean }
  | { kind: "try"; attempt: string }
  | { kind: "along"; with: string }
  | { kind: "introduce"; as: string }
  | { kind: "free"; words: string };

const wishes =
  /^(?:let's|let us|i want us to|i want to|i'd like us to|i'd like to|i would like to|we should|we could|i'd|i would|my vote is to|i vote (?:we|to)|i say we|we)\s+/i;
const along =
  /^(?:goes along with|go along with|stay right behind|stick with|do whatever|tag along with|do the same as)\s+(the others|[\p{L}'-]+)/iu;

export function readWish(wants: string): Wish {
  const text = wants.trim();
  const aside = /"([^"]+)"/.exec(text)?.[1];
  const introduced = /^introduce me as (.+)$/is.exec(text)?.[1];
  if (introduced !== undefined) return { kind: "introduce", as: unstopped(introduced) };
  const action = /^(?:let's|we should) (.+?), (?:after a short recap|with a nod to)/is.exec(text)?.[1];
  const recap = /\brecap\b|\bcatch (?:me|us) up\b/i.test(text);
  if (action !== undefined) return { kind: "do", action, aside, recap };
  if (recap) return { kind: "recap", aside };
  const question = (
    /^ask\s+(.+)$/is.exec(text) ??
    /\band ask ((?:what|who|where|when|why|how|whether|which)\b.+)$/is.exec(text)
  )?.[1];
  if (question !== undefined) return { kind: "ask", question: unstopped(question) };
  if (aside !== undefined) return { kind: "aside", aside, heavy: /^forget the rest\b/i.test(text) };
  const leader = along.exec(text)?.[1];
  if (leader !== undefined) return { kind: "along", with: leader };
  const attempt = /^let me (.+)$/is.exec(text)?.[1];
  if (attempt !== undefined) return { kind: "try", attempt: unstopped(attempt) };
  if (wishes.test(text)) return { kind: "do", action: unstopped(text.replace(wishes, "")) };
  // "Follow the tracks.": an imperative is a wish too. Anything longer, or a question, is passed on in its own words.
  if (
    /^\p{Lu}?\p{Ll}+ /u.test(text) &&
    text.split(/\s+/).length <= 14 &&
    !/[?!]|\b(?:I|i'm|we|it)\b/i.test(text)
  )
    return { kind: "do", action: lowerFirst(unstopped(text)) };
  return { kind: "free", words: unstopped(text) };
}

export type Heard = { name: string; wish: Wish; shares?: string };

export type Weighed = {
  heard: readonly Heard[];
  ways: ReadonlyArray<{ action: string; names: readonly string[] }>;
  own?: string;
};

export function weigh({ name: speaker, intents }: Pick<SpokespersonStage, "name" | "intents">): Weighed {
  const heard = intents.map(({ name, wants, shares }): Heard => ({ name, wish: readWish(wants), shares }));
  const actionOf = new Map(
    heard.flatMap(({ name, wish }): Array<[string, string]> =>
      wish.kind === "do" ? [[name, wish.action]] : [],
    ),
  );
  for (const { name, wish } of heard) {
    // Agreeing with a player means sharing that player's wish.
    const action = wish.kind === "along" ? actionOf.get(wish.with) : undefined;
    if (action !== undefined) actionOf.set(name, action);
  }
  const ways = [...Map.groupBy(actionOf, ([, action]) => action.toLowerCase()).values()]
    .map((supporters) => ({ action: supporters[0]![1], names: supporters.map(([name]) => name) }))
    .sort((a, b) => b.names.length - a.names.length);
  return { heard, ways, own: actionOf.get(speaker) };
}

export type Fate = {
  fate: "relayed" | "changed" | "dropped";
  /** The relay mentions their aside. */ aside: boolean;
};

/** What `relay` does with each wish, by name. Players who agree with another have no wish of their own. */
export function fates({
  dropped,
  noise,
  ...stage
}: Pick<SpokespersonStage, "name" | "noise" | "dropped" | "intents">): Map<string, Fate> {
  const intents = stage.intents.filter(({ name }) => name !== dropped);
  const [most] = weigh({ name: stage.name, intents }).ways;
  return new Map(
    stage.intents.flatMap(({ name, wants }): Array<[string, Fate]> => {
      const wish = readWish(wants);
      if (wants === "" || wish.kind === "along" || wish.kind === "introduce") return [];
      if (name === dropped) return [[name, { fate: "dropped", aside: false }]];
      const aside = "aside" in wish && wish.aside !== undefined;
      // A speaker who undersells relays only the majority's wish.
      const told = wish.kind !== "do" || noise !== "undersells" || most!.names.includes(name);
      return [[name, { fate: told ? "relayed" : aside ? "changed" : "dropped", aside }]];
    }),
  );
}
