import { compilePattern, type CompiledPattern } from "./compile-pattern.ts";
import type { Normalised } from "./normalise.ts";
import { createPrefilter } from "./prefilter.ts";

/** A character that is part of no word, in the place of every one that is taken out: positions stay what they are. */
const TAKEN_OUT = "\u25a1";

export type TakeOut = (reading: Normalised) => Normalised;

/** Takes harmless phrases out of a message, so that the words around them still count and their own do not. */
export function harmlessPhrases(sources: readonly string[]): {
  takeOut: TakeOut;
  /** The same of a message whose runs of a letter are squeezed. */
  takeOutSqueezed: TakeOut;
  problems: string[];
} {
  const problems: string[] = [];
  const normalised: CompiledPattern[] = [];
  const squeezed: CompiledPattern[] = [];
  for (const source of sources) {
    const compiled = compilePattern({ pattern: `\\b(?:${source})\\b`, lookaround: false });
    if ("wrong" in compiled) {
      problems.push(`harmless phrase "${source}": ${compiled.wrong}`);
      continue;
    }
    normalised.push(compiled.normalised);
    squeezed.push(compiled.squeezed);
  }
  return { takeOut: takeOutAll(normalised), takeOutSqueezed: takeOutAll(squeezed), problems };
}

function takeOutAll(phrases: readonly CompiledPattern[]): TakeOut {
  if (phrases.length === 0) return (reading) => reading;
  const prefilter = createPrefilter(phrases.map(({ literals }) => literals));
  return (reading) => {
    const spans = [...prefilter.rulesFor(reading.text)].flatMap((phrase) => [
      ...everyMatch(phrases[phrase]!, reading),
    ]);
    if (spans.length === 0) return reading;
    return { ...reading, text: without(reading.text, spans), lines: without(reading.lines, spans) };
  };
}

type Span = { from: number; to: number };

function* everyMatch(phrase: CompiledPattern, reading: Normalised): Generator<Span> {
  let span = phrase.find(reading);
  while (span) {
    yield span;
    span = phrase.find(reading, span.to);
  }
}

function without(text: string, spans: readonly Span[]): string {
  const units = text.split("");
  for (const { from, to } of spans) units.fill(TAKEN_OUT, from, to);
  return units.join("");
}
