/** What an arm of an A/B test, or the replays of a bisect, change in the checkpoints they start from. */
import { guideForm, type ArmChanges, type GuideForm } from "../../contract/index.ts";
import { HarnessError, suggestion } from "../../kernel/errors/index.ts";
import { addressLabel } from "../../kernel/addresses/index.ts";
import type { Harness } from "../../kernel/run/index.ts";
import { loadPrompt, loadStory } from "../story/index.ts";

/** The label of an arm that changes nothing. */
export const UNCHANGED = "unchanged";

const KEYS = ["prompt", "guide", "narrator"] as const;

type Arm = { label: string; wish: ArmChanges };

/** An arm is named by what it changes. */
export const armOfWish = (wish: ArmChanges): Arm => {
  const { prompt, storyGuide, guide, narrator } = wish;
  const changed = [
    prompt && `prompt ${prompt.name}`,
    storyGuide && `guide ${storyGuide.id}`,
    guide && `guide as ${guide}`,
    narrator && `narrator ${narrator}`,
  ].filter((part) => part !== undefined);
  return { label: changed.join(", ") || UNCHANGED, wish };
};

/** Reads `prompt=my.md`, `narrator=grok-4`, `guide=salt-road`, `guide=full`; several make one arm, none changes nothing. */
export function readArm(
  words: readonly string[],
  harness: Partial<Pick<Harness, "workspace" | "permits">> = {},
): Arm {
  const wish: ArmChanges = {};
  for (const word of words) {
    const [, key = word, value = ""] = /^([^=]*)=(.+)$/s.exec(word) ?? [];
    const known = KEYS.find((each) => each === key);
    if (known === undefined || value === "")
      throw new HarnessError({
        code: "bad-value",
        message: `"${key}" is not a setting of an arm. ${suggestion(key, KEYS)}`.trim(),
        remedy:
          "Write prompt=NAME, guide=NAME, guide=notes|full or narrator=MODEL, such as prompt=my-prompt.md.",
      });
    if (known === "prompt") wish.prompt = loadPrompt(value, harness);
    else if (known === "narrator") {
      // The user named it, so it may be called. Its address may hold a key, which only the permits keep.
      harness.permits?.allow([value]);
      wish.narrator = addressLabel(value);
    } else if (isForm(value)) wish.guide = value;
    else wish.storyGuide = loadStory(value, harness);
  }
  return armOfWish(wish);
}

/** `guide=` takes another story, or the form in which the narrator gets it. A story file called full is ./full.json. */
const isForm = (value: string): value is GuideForm => guideForm.safeParse(value).success;
