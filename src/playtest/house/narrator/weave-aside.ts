/** How the narrator takes up a digression and returns. */
import type { HousePulse } from "../house-guide.ts";
import { findings } from "./answer-question.ts";
import type { Scene } from "./scene.ts";

/** Takes up an aside in its own words; empty if there was none. */
export function weave({ relay: { aside }, say }: Scene): string {
  if (!aside) return "";
  const slots = { aside: aside.phrase, name: aside.by };
  return aside.by === undefined ? say(weavesUnnamed, "weave", slots) : say(weaves, "weave", slots);
}

/** The return from an aside: something appears or happens. The return itself is not announced. */
export function worldMoves(scene: Scene, pulse: HousePulse): string {
  const [found] = findings(scene, pulse);
  return found === undefined
    ? scene.say(events, "event")
    : [scene.say(notices, "notice"), found.text].filter((part) => part !== "").join(" ");
}

/** Good-humoured words about an aside, within the story. */
const weaves: readonly string[] = [
  '"{aside}", says {name}, and it goes round the group until even the careful ones are grinning.',
  'For a minute there is nothing in the world but "{aside}", and the minute does you all good.',
  '{name} has put "{aside}" into your heads, and there it sits, and it will not be moved.',
  'Somebody repeats it under their breath, "{aside}", and somebody else has to look away.',
  'You will remember this place by it: "{aside}", as {name} put it, and the laugh that followed.',
  '"{aside}" is not what anybody expected to hear here, and the place seems to think it over.',
  'Bless {name} for "{aside}"; shoulders come down that had been up for an hour.',
  '"{aside}": the words hang in the air, and one by one you give in to them.',
  'If this place has ears, it has now heard of "{aside}" from {name}, and must make of it what it can.',
  '{name} paints it for you with both hands, "{aside}", and for a breath you can all see it.',
  'There are worse things to carry along than "{aside}", and {name} hands it out freely.',
  'Long after tonight somebody will say "{aside}" to somebody else, and {name} will know why they laugh.',
  '{name} means every word of "{aside}", and that is what undoes you.',
  'It does not fit here at all, "{aside}", and for that very reason it helps.',
  'You give "{aside}" the consideration that {name} asks for, which is more than it had hoped.',
  'Whoever listens in on you will have to wonder about "{aside}" for the rest of the day, and {name} is to blame.',
  '"{aside}" it is, then, for as long as a smile lasts, and {name} bows.',
  '"{aside}", one of you says again, quite seriously, and that is the end of being serious.',
];

/** The same if the player is unknown. */
const weavesUnnamed: readonly string[] = [
  '"{aside}" makes the round, and comes home a little changed.',
  'For as long as it lasts, "{aside}" is the best thing anybody has said all day.',
  'The talk turns to "{aside}", and nobody minds where it goes.',
  '"{aside}" sets you all off, even those who did not catch the start of it.',
  'Somebody has said "{aside}" aloud, and it cannot be taken back, nor would you want it to be.',
  'You turn "{aside}" over between you like a coin that might be worth something.',
  '"{aside}": that was needed, and now it has been said.',
  'Whatever else this day will be, it has had "{aside}" in it.',
];

/** The world intrudes. A detail of the place follows, seen, heard or remembered. */
const notices: readonly string[] = [
  "The laugh thins out by itself, and leaves you with this.",
  "It is while you are still smiling that it comes home to one of you.",
  "Then somebody stops in the middle of a word.",
  "When you look up from it, the place has not gone away.",
  "And as your voices drop, the place begins to speak for itself.",
  "Somewhere in the middle of it your thoughts catch on something else.",
  "The echo has hardly died when another matter presses in.",
  "You are still wiping your eyes when the next thing is there.",
  "It does not last, because this place does not let it last.",
  "Even so, one of you has gone on looking.",
];

/** If nothing new is left to see. */
const events: readonly string[] = [
  "Then something falls, not far off, and nobody laughs at that.",
  "Then the light changes, only a little, and every head comes up.",
  "Not far from you something taps, three times, and waits.",
  "A draught goes through the group, and takes the last of the laugh with it.",
  "Somewhere close something is tried, gently, and let be.",
  "Under the talk there has been another sound for a while, and now you all hear it.",
];
