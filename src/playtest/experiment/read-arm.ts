/** What an arm of an A/B test, or the replays of a bisect, change in the checkpoints they start from. */
import { basename } from "node:path";
import {
  guideForm,
  type ArmChanges,
  type GuideForm,
  type NamedText,
  type Story,
} from "../../contract/index.ts";
import { HarnessError, suggestion } from "../../kernel/errors/index.ts";
import type { Harness } from "../../kernel/run/index.ts";
import { loadCheckpoint } from "../readings/index.ts";
import { type GivenGuide, loadPrompt, loadStory } from "../story/index.ts";

/** The label of an arm that changes nothing. */
export const UNCHANGED = "unchanged";

const KEYS = ["prompt", "guide", "narrator"] as const;

type Arm = { label: string; wish: ArmChanges };

/** An arm as a program gives it. */
type ArmRequest = {
  prompt?: string | NamedText | undefined;
  guide?: GuideForm | undefined;
  storyGuide?: string | GivenGuide | undefined;
  narrator?: string | undefined;
};

/** An arm is named by what it changes. */
const armOfWish = (wish: ArmChanges): Arm => {
  const { prompt, storyGuide, guide, narrator } = wish;
  const changed = [
    prompt && `prompt ${prompt.name}`,
    storyGuide && `guide ${storyGuide.id}`,
    guide && `guide as ${guide}`,
    narrator && `narrator ${narrator}`,
  ].filter((part) => part !== undefined);
  return { label: changed.join(", ") || UNCHANGED, wish };
};

/** Also reads words such as `prompt=my.md`, `guide=salt-road`, `guide=full`: several make one arm, none changes nothing. */
export function readArm(
  asked: readonly string[] | ArmRequest,
  harness: Partial<Pick<Harness, "workspace" | "within" | "permits">> = {},
): Arm {
  const wish: ArmChanges = {};
  for (const { prompt, guide, storyGuide, narrator } of Array.isArray(asked)
    ? asked.map(fromWord)
    : [asked as ArmRequest]) {
    if (prompt !== undefined) wish.prompt = loadPrompt(playedIn(prompt)?.prompt ?? prompt, harness);
    if (narrator !== undefined) {
      // The user named it, so it may be called.
      harness.permits?.allow([narrator]);
      wish.narrator = narrator;
    }
    if (guide !== undefined) wish.guide = guide;
    if (storyGuide !== undefined)
      wish.storyGuide = playedIn(storyGuide)?.guide ?? loadStory(storyGuide, harness);
  }
  return armOfWish(wish);
}

/** A turn file of a session stands for the prompt and the guide that it was played with. */
function playedIn(asked: string | object): { prompt: NamedText; guide: Story } | undefined {
  if (typeof asked !== "string" || !/^turn-\d+\.json$/.test(basename(asked))) return undefined;
  const { prompt, systemPrompt, storyGuide } = loadCheckpoint(asked).state.config;
  return { prompt: { name: prompt, text: systemPrompt }, guide: storyGuide };
}

function fromWord(word: string): ArmRequest {
  const [, key = word, value = ""] = /^([^=]*)=(.+)$/s.exec(word) ?? [];
  const known = KEYS.find((each) => each === key);
  if (known === "guide" && value !== "") return isForm(value) ? { guide: value } : { storyGuide: value };
  if (known !== undefined && value !== "") return { [known]: value };
  throw new HarnessError({
    code: "bad-value",
    message:
      known === undefined
        ? `"${word}" does not say what to change. ${suggestion(key, KEYS) || meanings(word)}`.trim()
        : `"${word}" does not say what the ${key} is changed to.`,
    remedy: "Write prompt=NAME, guide=NAME, guide=notes|full or narrator=MODEL, such as prompt=my-prompt.md.",
  });
}

/** A name alone. */
const meanings = (word: string): string =>
  word.includes("=") ? "" : `Did you mean ${KEYS.map((key) => `${key}=${word}`).join(" or ")}?`;

/** A story file called full is ./full.json. */
const isForm = (value: unknown): value is GuideForm => guideForm.safeParse(value).success;
