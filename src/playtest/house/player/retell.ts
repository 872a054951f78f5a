/** How a player retells a private telling. */
import { sentences } from "../../text/index.ts";
import { things } from "../words/nouns.ts";
import { upperFirst } from "../words/choose-line.ts";

/** The maximum length of a retelling, at sentence borders: only what matters. */
const LONGEST = 340;

/** "[[PRIVATE Ann]]", "[To Ann only]", "[To Ann only:" and what closes them. */
const marks = /\[\[[^\]]*\]\]|\[[^\]:]*[\]:]|\]/g;

/**
 * A private telling as its player retells it: the sentences that matter, without their own name, and with "I" for
 * "you".
 */
export function retell(told: string, name: string): string {
  const all = whole(sentences(told.replaceAll(marks, " ").trim()));
  const weights = all.map(substance);
  const best = weights.indexOf(Math.max(...weights));
  // The core, with its lead-up if there is room.
  const around = best === 0 ? all.slice(0, 2) : all.slice(best - 1, best + 1);
  const kept = around.join(" ").length <= LONGEST ? around : all.slice(best, best + 1);
  return kept
    .map((sentence) => upperFirst(outsideQuotes(unaddressed(sentence, name), inFirstPerson)))
    .join(" ");
}

/** A speech of several sentences stays together. */
function whole(parts: readonly string[]): string[] {
  const found: string[] = [];
  for (const part of parts) {
    const last = found.at(-1);
    if (last !== undefined && last.split('"').length % 2 === 0) found[found.length - 1] = `${last} ${part}`;
    else found.push(part);
  }
  return found;
}

/** Names, numbers, written or spoken words, and things: the content of secrets. */
function substance(sentence: string): number {
  const names = sentence.match(/(?<=[\p{L}\p{N},;:]\s)\p{Lu}[\p{L}-]{2,}|\d+/gu) ?? [];
  return (
    Math.min(names.length, 3) * 2 +
    (sentence.includes('"') ? 2 : 0) +
    things(sentence).length +
    sentence.length / 80
  );
}

/** Without the name with which the narrator addressed them. */
function unaddressed(sentence: string, name: string): string {
  const called = sentence.startsWith(`${name}, `) ? sentence.slice(name.length + 2) : sentence;
  return [",", ".", ":", ";", "!", "?"].reduce(
    (text, mark) => text.replaceAll(`, ${name}${mark}`, mark),
    called,
  );
}

/** Direct speech is repeated verbatim. */
const outsideQuotes = (text: string, change: (part: string) => string): string =>
  text
    .split(/("[^"]*"?)/)
    .map((part) => (part.startsWith('"') ? part : change(part)))
    .join("");

const inFirstPerson = (text: string): string =>
  text
    .replaceAll(
      /\b([Aa]re|[Ww]ere|[Hh]ave|[Hh]ad|[Dd]o|[Dd]id|[Cc]an|[Cc]ould|[Ww]ill|[Ww]ould|[Ss]hould) you\b(?! (?:and|or)\b)/g,
      (_, verb: string) => `${ofOne[verb] ?? verb} I`,
    )
    .replaceAll(/\b[Yy]ou(?:'re| are)\b/g, "I am")
    .replaceAll(/\b[Yy]ou were\b/g, "I was")
    .replaceAll(/\b[Yy]ou'(ve|d|ll)\b/g, "I'$1")
    .replaceAll(/\byourself\b/g, "myself")
    .replaceAll(/\byours\b/g, "mine")
    .replaceAll(/\byour\b/g, "my")
    .replaceAll(/\bYour\b/g, "My")
    .replaceAll(
      /(?:([\p{L}']+)(,?)\s+)?\b[Yy]ou\b(?=(\s+[\p{L}']+)?)/gu,
      (
        found,
        before: string | undefined,
        comma: string | undefined,
        after: string | undefined,
        at: number,
        all: string,
      ) => {
        if (before?.toLowerCase() === "thank") return found;
        const opens =
          comma !== "" ||
          before === undefined ||
          opening.test(before) ||
          (setting.test(all.slice(0, at)) && !transitive.test(before));
        return found.replace(
          /you$/i,
          isSubject({ before: comma === "" ? before : undefined, after: after?.trim(), opens }) ? "I" : "me",
        );
      },
    )
    .replaceAll(/(\bI \P{Lu}*), and are\b/gu, "$1, and am");

const ofOne: Readonly<Record<string, string>> = { are: "am", Are: "Am", were: "was", Were: "Was" };

/** No verb follows: then "you" is an object. */
const noVerb =
  /^(?:a|an|the|this|that|to|in|into|by|with|from|for|at|on|of|out|off|up|down|aside|back|away|through|over|under|outside|inside|when|while|as|and|but|or|because|since|if|than|then|longer|one|his|her|their|its|my|some|something|what|how|why|who|where|alone)$/i;
const preposition =
  /^(?:to|for|at|with|from|of|by|on|behind|beside|past|towards?|about|under|over|near|like|between|against|upon|into|beneath|around|in|inside|through|among)$/i;
/** A clause starts. */
const opening =
  /^(?:and|that|what|which|when|where|if|as|while|because|until|before|after|but|so|than|how|why|who|whom|since|whether|though|once|then|now|or|nor|whatever|time|moment|way|one|thing|night|only)$/i;

/** A whole leading clause of time or place: "While they argue". */
const setting =
  /^\W*(?:while|when|as|if|with|between|before|after|on|in|at|from|under|behind|beneath|beside|inside|by|through|once|until)\b[^,;:]*$/i;
const transitive =
  /^(?:gives?|gave|tells?|told|shows?|showed|hands?|handed|sends?|sent|offers?|brings?|slips?|takes?|took|leaves?|left|asks?|meets?|sees?|saw|keeps?|kept|holds?|held|lets?|makes?|made|finds?|found|calls?|leads?|led|watch(?:es)?|hears?|reach(?:es)?|touch(?:es)?|pass(?:es)?|follows?|stops?|draws?)$/i;

function isSubject({
  before,
  after,
  opens,
}: {
  before: string | undefined;
  after: string | undefined;
  opens: boolean;
}): boolean {
  if (!opens || after === undefined || (before !== undefined && preposition.test(before))) return false;
  // "You alone see it", but "it is known to you alone".
  return after === "alone" || !noVerb.test(after);
}
