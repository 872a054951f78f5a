import { askedIn, comesBack, comesTogether, wasOffered } from "./asked-words.ts";
import { comparedPart } from "./compared-part.ts";
import { excerpt } from "./excerpt.ts";
import type { Detector } from "./observation.ts";

/** So much of it stands in the next relay, where a group says again what it wants. */
const INSISTED = 0.5;
/** So little of it may stand in an answer by chance: in all of it, and in one place of it. */
const BY_CHANCE = { anywhere: 0.2, together: 0.34 };

/**
 * The group asked for something, and in the two outputs after it nothing of it comes back. What counts is the relay: where
 * that lost a wish, the narrator never heard of it. Who answers in quite other words looks the same; so a wish that the
 * narrator's own offer has words for is clear, and so is one that the group has to make again. Any other is for a model.
 */
export const ignoredPlayers: Detector = (observation) => {
  const { turn, phase, relayBefore, earlier, names } = observation;
  const [offer, last] = earlier.slice(-2);
  if (phase !== "story" || !relayBefore || !offer || !last || offer.turn !== turn - 2) return { findings: [] };
  const asked = askedIn(relayBefore, names);
  if (!asked) return { findings: [] };
  const answers = [last, observation].map(({ text }) => comparedPart(text));
  const anywhere = Math.max(...answers.map((text) => comesBack(asked, text)));
  // By the next turn they may be asking something else.
  const later = { ...asked, askers: [] };
  if (Math.max(comesTogether(asked, answers[0]!), comesTogether(later, answers[1]!)) > BY_CHANCE.together) return { findings: [] };
  const offered = wasOffered(asked, comparedPart(offer.text));
  if (anywhere > BY_CHANCE.anywhere && !offered) return { findings: [] };
  const clear = offered || (anywhere === 0 && comesBack(asked, observation.relay) >= INSISTED);
  return {
    findings: [
      {
        turn,
        type: "ignored-players",
        description: `The group asked for something after turn ${turn - 2}, and neither turn ${turn - 1} nor turn ${turn} took it up.`,
        severity: "warning",
        evidence: [{ turn: turn - 2, text: excerpt(relayBefore) }, { turn: turn - 1, text: excerpt(comparedPart(last.text)) }],
        confidence: clear ? 0.7 : 0.4,
        source: "ignored-players",
        candidate: !clear,
      },
    ],
  };
};
