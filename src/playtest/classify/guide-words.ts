import type { Story } from "../../contract/index.ts";
import { contentWords, share } from "./words.ts";

/** The content words of a guide, part by part. */
export type GuideWords = {
  all: ReadonlySet<string>;
  pulses: Array<{ title: string; tellings: ReadonlySet<string>[] }>;
  endings: Array<{ title: string; words: ReadonlySet<string> }>;
  /** What players may be told when they ask. */
  details: ReadonlySet<string>[];
};

/** Made once per guide: a session asks every turn. */
const known = new WeakMap<Story, GuideWords>();

export function guideWords(guide: Story): GuideWords {
  const found = known.get(guide) ?? {
    all: contentWords(JSON.stringify([guide.premise, guide.setting, guide.pulses, guide.locations, guide.npcs, guide.devices])),
    pulses: guide.pulses.map(({ title, text }) => ({ title, tellings: text.map(contentWords) })),
    endings: guide.endings.map(({ title, text }) => ({ title, words: contentWords(text) })),
    details: [...guide.pulses, ...guide.locations].flatMap(({ details }) => details.map(contentWords)),
  };
  known.set(guide, found);
  return found;
}

/** A part of the guide, and how much of it was found in a text. */
export type Told = { title: string; overlap: number };

/** Below this a text merely shares a setting with the telling. */
const TOLD = 0.35;

/** The guide's pulse that a text tells best and that the outputs before did not. */
export function toldPulse(words: ReadonlySet<string>, before: ReadonlySet<string>, guide: Story): Told | undefined {
  let best: Told | undefined;
  for (const { title, tellings } of guideWords(guide).pulses) {
    for (const telling of tellings) {
      const overlap = share(telling, words);
      if (overlap >= TOLD && overlap > (best?.overlap ?? 0) && share(telling, before) < overlap - 0.15) best = { title, overlap };
    }
  }
  return best;
}
