import { plain, storyWords } from "../text/index.ts";

/** A sentence that begins so turns to the scene. */
const scene =
  /^[\s*_]{0,4}(?:at the (?:far|other|end|edge|foot|head|top|back|front|door|window|gate|table|bar|counter)|across (?:the|from)|beyond|outside|ahead|overhead|above (?:the|you)|below|behind the|in front of|in the (?:distance|hall|street|square|next room|doorway|corner|background)|on the (?:far|other|opposite)|near the|along the|down the|up the|over by|by the|far (?:away|off|ahead|below)|somewhere|elsewhere|meanwhile|around (?:you|the)|all around)(?!\p{L})/iu;
/** Whatever is told in words may go on with anything. */
const told =
  /voice|whisper|murmur|say|tell|told|vision|dream|memory|memories|remember|recall|recogni[sz]e|note|letter|message|read|know|learn|secret|mind|thought/i;
/** What secrets are made of. */
const telling = /["\p{N}]|(?<=[\p{L},;]\s)\p{Lu}\p{Ll}{2,}|(?<!\p{L})you(?:r|rs|rself)?(?!\p{L})/u;

/**
 * May a sentence after a secret, in the same paragraph, be for all again? The rules cannot tell and
 * keep it; a model that read the secret as they did may say so. Only of a sentence that turns to the
 * scene, shares no word with the secret and names nothing a secret is made of.
 */
export function isLoose(
  sentence: string,
  { secret, afterLoose }: { secret: string; afterLoose: boolean },
): boolean {
  const flat = plain(sentence);
  if (telling.test(flat) || told.test(secret) || (!afterLoose && !scene.test(flat))) return false;
  const words = storyWords(secret);
  return [...storyWords(sentence)].every((word) => !words.has(word));
}
