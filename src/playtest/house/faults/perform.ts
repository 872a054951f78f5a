/**
 * What every house narrator does with a telling: write it, and record the ground truth. Detectors are measured against
 * that truth.
 */
import type { HouseTruth, Planted } from "../house-truth.ts";
import { narrate } from "../narrator/narrate.ts";
import { paidOff } from "../narrator/private-hooks.ts";
import { write, type Paragraph, type Telling } from "../narrator/telling.ts";
import { weave } from "../narrator/weave-aside.ts";
import type { Scene } from "../narrator/scene.ts";
import type { ActorDice } from "../stage.ts";

/** No fault at all. */
export const plain: Fault = (scene) => perform(scene, narrate(scene));

/** Writes a telling. A fault counts as planted only if its words are in the text. */
export function perform(scene: Scene, telling: Telling, planted: readonly Planted[] = []): Performance {
  const text = write(telling, scene.structured);
  const { kind, paragraphs } = telling;
  return known(scene, {
    text,
    tells: kind,
    ...(kind === "tangent" && { lingers: paragraphs.find(({ to }) => to === undefined)?.text }),
    planted: planted.filter((fault) => fault.text !== "" && text.includes(fault.text)),
  });
}

/** Repeats an earlier output. */
export const performAgain = (scene: Scene, text: string, planted: Planted): Performance =>
  known(scene, { text, tells: "again", planted: [planted] });

function known(
  scene: Scene,
  { text, ...said }: Pick<HouseTruth, "tells" | "lingers" | "planted"> & { text: string },
): Performance {
  const aside = dealtWith(scene, text, said);
  return {
    text,
    truth: {
      version: 1,
      ...said,
      ...(aside && { aside }),
      payoffs: paidOff(scene, text),
    },
  };
}

function dealtWith(
  scene: Scene,
  text: string,
  { tells, planted }: Pick<HouseTruth, "tells" | "planted">,
): HouseTruth["aside"] {
  const forced = planted.find(({ finding }) => finding === "forced-segue");
  if (forced) return { dealt: "forced", quote: forced.text };
  if (!scene.relay.aside) return undefined;
  const woven = weave(scene);
  if (woven !== "" && text.includes(woven)) return { dealt: "woven", quote: woven };
  return { dealt: tells === "clarify" || tells === "recap" ? "answered" : "ignored" };
}

/** A telling with more words at the end of its first public paragraph, or at its start. */
export function withWords(telling: Telling, words: string, where: "before" | "after"): Telling {
  const first = telling.paragraphs.findIndex(({ to }) => to === undefined);
  const joined = ({ text }: Paragraph) => (where === "before" ? `${words} ${text}` : `${text} ${words}`);
  return {
    ...telling,
    paragraphs: telling.paragraphs.map((paragraph, index) =>
      index === first ? { ...paragraph, text: joined(paragraph) } : paragraph,
    ),
  };
}

export type Performance = { text: string; truth: HouseTruth };

/** A narrator with a known fault: the plain one, except for what it plants. */
export type Fault = (scene: Scene) => Performance;

const FIRST = 5;

/** Is a fault due in this turn? Never before turn 5, then every four to seven turns. */
export function isPlanted({ always }: ActorDice, fault: string, turn: number): boolean {
  const thrown = always("fault", fault);
  let next = FIRST + thrown.int(3);
  while (next < turn) next += 4 + thrown.int(4);
  return next === turn;
}
