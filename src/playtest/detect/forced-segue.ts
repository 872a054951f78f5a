import { comparedPart } from "./compared-part.ts";
import { excerpt } from "./excerpt.ts";
import { abruptHead } from "./forced-segue-head.ts";
import { drags, dragsPlainly } from "./forced-segue-phrases.ts";
import { toldIn } from "./narration.ts";
import type { Detector } from "./observation.ts";
import { sentencesOf, type Span } from "./sentences.ts";
import { read } from "./text.ts";

/** The narrator drags the group back to the story instead of leading it: with a phrase that says so, or with a first sentence that drops what they were on about. */
export const forcedSegue: Detector = (observation) => {
  const { turn, text: whole, openTangent, earlier, relay } = observation;
  const strayed = openTangent || earlier.at(-1)?.type === "tangent-response";
  const text = comparedPart(whole);
  const told = toldIn(read(text));
  const place = phraseIn(sentencesOf(told), strayed) ?? abruptHead(observation, { text, told, strayed });
  if (!place) return { findings: [] };
  const quoted = excerpt(text, place);
  return {
    findings: [
      {
        turn,
        type: "forced-return",
        description: strayed
          ? `Narrator forced the group back to the story: "${quoted}"`
          : `Narrator forced a way back to the story that nobody had left: "${quoted}"`,
        severity: "warning",
        // What it was torn from: the group's own words.
        evidence: [
          ...(relay.trim() === "" || earlier.length === 0
            ? []
            : [{ turn: earlier.at(-1)!.turn, text: excerpt(relay) }]),
          { turn, text: quoted },
        ],
        confidence: strayed ? 0.8 : 0.6,
        source: "forced-return",
      },
    ],
  };
};

function phraseIn(told: readonly Span[], strayed: boolean): Pick<Span, "start" | "end"> | undefined {
  const isSegue = (sentence: Span, at: number) =>
    dragsPlainly(sentence, at) || (strayed && drags(sentence, at));
  const first = told.findIndex(isSegue);
  if (first < 0) return undefined;
  // "Anyway. Back to what matters." is one.
  const after = told.findIndex((sentence, at) => at > first && !isSegue(sentence, at));
  return { start: told[first]!.start, end: (after < 0 ? told : told.slice(0, after)).at(-1)!.end };
}
