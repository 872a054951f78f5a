import type { HousePulse } from "../house-guide.ts";
import { offers } from "./phrases/index.ts";
import type { Scene } from "./scene.ts";
import { waysOf } from "./ways.ts";

/** The ways that lie open, and the question. */
export function offer(scene: Scene, { choice }: HousePulse): string {
  const { list, areActions } = waysOf(scene.guide, choice);
  const asked = !scene.isNew(choice.question);
  if (!areActions)
    return asked
      ? scene.say(offers.anew.filter(afterColon), "anew", { ways: list })
      : choice.question.replace(/[?.]?$/, `: ${list}?`);
  return asked
    ? scene.say(offers.anew, "anew", { ways: list })
    : `${scene.say(offers.offers, "offers", { ways: list })} ${choice.question}`;
}

/** The same once more, in other words. */
export function offerAgain(scene: Scene, { choice }: HousePulse): string {
  return scene.say(offers.again, "again", { ways: waysOf(scene.guide, choice).list });
}

/** That the choice is still theirs, without going through it again. */
export const remind = (scene: Scene): string => scene.say(offers.reminders, "reminder");

/** What is no action can only be listed. */
const afterColon = (line: string) => line.includes(": {ways}");
