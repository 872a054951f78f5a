import { askedIn, comesBack, comesTogether, putsOff, repeated, type Asked } from "./asked-words.ts";
import { chosenWays, goesAnother, namesWays, saidAgain, takesUp, takesUpLate } from "./chosen-ways.ts";
import { comparedPart } from "./compared-part.ts";
import { excerpt } from "./excerpt.ts";
import type { Detector, Observation } from "./observation.ts";
import { facet, read, type Text } from "./text.ts";
import { MARK } from "./word-marks.ts";

/** So much of it stands in the next relay, where a group says again what it wants: two words are said again by chance. */
const INSISTED = { share: 0.5, fewest: 3 };
/** So little of it may stand in an answer by chance: in all of it, and in one place of it. */
const BY_CHANCE = { anywhere: 0.2, together: 0.34 };
/** So many words of one wish in another, and it is the same. */
const SAME = 0.5;
/** A choice may be talked over for some turns before it is made. */
const OFFERED_WITHIN = 5;

/**
 * The group asked for something, and in the two outputs after it nothing of it comes back. What counts is the relay: where
 * that lost a wish, the narrator never heard of it. Who answers in quite other words looks the same; so a way that the
 * narrator itself had named is clear, and so is a wish that the group has to make again. Any other is for a model.
 */
export const ignoredPlayers: Detector = (observation) => {
  const { turn, phase, relayBefore, earlier, names } = observation;
  const last = earlier.at(-1);
  if (phase !== "story" || !relayBefore || earlier.at(-2)?.turn !== turn - 2 || !last)
    return { findings: [] };
  const answers: Answers = [readable(last.text), readable(observation.text)];
  const asked = askedIn(relayBefore, names);
  const doubt = asked ? wishPassedOver(asked, answers, observation) : "no";
  const ignored = doubt === "clearly" ? doubt : (wayPassedOver(answers, observation) ?? doubt);
  if (ignored === "no" || wasFound(observation)) return { findings: [] };
  const clear = ignored === "clearly";
  return {
    findings: [
      {
        turn,
        type: "ignored-request",
        description: `The group asked for something after turn ${turn - 2}, and neither turn ${turn - 1} nor turn ${turn} took it up.`,
        severity: "warning",
        evidence: [
          { turn: turn - 2, text: excerpt(relayBefore) },
          { turn: turn - 1, text: excerpt(comparedPart(last.text)) },
        ],
        confidence: clear ? 0.7 : 0.4,
        source: "ignored-request",
        candidate: !clear,
      },
    ],
  };
};

/** Who has to wish for the same again and again was passed over once. */
function wasFound({ relayBefore = "", found = [], names, earlier }: Observation): boolean {
  const before = found
    .filter(({ type }) => type === "ignored-request")
    .map(({ evidence }) => evidence[0]!.text);
  if (before.length === 0) return false;
  const offer = earlier.map(({ text }) => readable(text)).findLast(namesWays);
  const ways = offer === undefined ? [] : chosenWays(readable(relayBefore), offer);
  const now = askedIn(relayBefore, names);
  return before.some((wish) => {
    if (offer !== undefined && chosenWays(readable(wish), offer).some((way) => ways.includes(way)))
      return true;
    const then = askedIn(wish, names);
    return (
      now !== undefined &&
      then !== undefined &&
      Math.max(repeated(now, wish) / now.words.length, repeated(then, relayBefore) / then.words.length) >=
        SAME
    );
  });
}

/** The two outputs after a relay. */
type Answers = readonly [first: Text, second: Text];

const readable = (whole: string): Text => withoutStops(read(comparedPart(whole)));

/** No sentence ends after a title. */
const withoutStops = facet((text) =>
  text.marks & MARK.title ? read(text.text.replaceAll(/\b(Mr|Mrs|Ms|Dr|St|Capt|Prof)\./g, "$1")) : text,
);

type PassedOver = "clearly" | "perhaps" | "no";

/** A way that the narrator had named, and the group chose. Nothing where it chose none. */
function wayPassedOver(
  [first, second]: Answers,
  { relayBefore, relay, earlier }: Observation,
): PassedOver | undefined {
  const wanted = readable(relayBefore ?? "");
  const offered = earlier.slice(-1 - OFFERED_WITHIN, -1).findLast(({ text }) => namesWays(readable(text)));
  const offer = offered && readable(offered.text);
  const chosen = offer === undefined ? [] : chosenWays(wanted, offer);
  // What they put off themselves is not due yet.
  if (offer === undefined || chosen.length === 0 || putsOff(wanted.text)) return undefined;
  // Who takes another of the ways has heard them, and chosen for them.
  if (saidAgain(wanted, first) || [first, second].some((text) => goesAnother(text, offer))) return "no";
  const again = chosenWays(readable(relay), offer);
  const takenUp = chosen.some(
    (way) => takesUp(first, way) || (again.includes(way) ? takesUp : takesUpLate)(second, way),
  );
  return takenUp ? "no" : "clearly";
}

/** Anything else that it asked for. */
function wishPassedOver(asked: Asked, [first, second]: Answers, { relay }: Observation): PassedOver {
  // By the next turn they may be asking something else.
  if (
    Math.max(comesTogether(asked, first), comesTogether({ ...asked, askers: [] }, second)) >
    BY_CHANCE.together
  )
    return "no";
  const anywhere = Math.max(comesBack(asked, first), comesBack(asked, second));
  if (anywhere > BY_CHANCE.anywhere) return "no";
  const again = repeated(asked, relay);
  return anywhere === 0 && again >= INSISTED.fewest && again / asked.words.length >= INSISTED.share
    ? "clearly"
    : "perhaps";
}
