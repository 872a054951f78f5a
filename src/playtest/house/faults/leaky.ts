import { narrate, readRelay, type Scene } from "../narrator/index.ts";
import type { Planted } from "../house-truth.ts";
import type { Fault } from "./fault.ts";
import { perform, withWords } from "./plain.ts";

const leaks: readonly string[] = [
  "What {name} alone was told is soon said to all of you:",
  "By now it can be told what {name} has been keeping:",
  "You all know {name}'s secret, of course:",
  "It is no longer between {name} and me:",
  "The others may as well have it in {name}'s place:",
];

/** Tells everybody what one player alone was told, a turn or two later. Where that player has told it, this is another kind. */
export const leaky: Fault = (scene) => {
  const { turn, story, say, creating } = scene;
  const telling = narrate(scene);
  if (creating || story.ended) return perform(scene, telling);
  const planted = story.reveals
    .filter((reveal) => reveal.turn + delay(scene, reveal.name, reveal.turn) === turn)
    .map(({ name, text: secret, turn: told }): Planted => {
      const planted = { fault: "leaky", turn, about: name, text: leak(name, secret) };
      return wasShared(scene, name, told)
        ? { ...planted, kind: "secret-retold" }
        : { ...planted, kind: "secret-leak", finding: "leak", against: { turn: told, text: secret } };
    });
  return perform(
    scene,
    planted.reduce((so, { text }) => withWords(so, text, "after"), telling),
    planted,
  );

  /** Only the beginning is chosen: the secret itself was said before, and is said again for that. */
  function leak(name: string, secret: string): string {
    return `${say(leaks, "leak", { name })} "${secret.replaceAll('"', "'")}"`.trim();
  }
};

const delay = ({ throws }: Scene, name: string, turn: number) =>
  1 + throws.always("fault", "leaky", name, turn).int(2);

/** What its owner has told is no secret any more. A spokesperson says "I", and may be the one. */
function wasShared({ story, names }: Scene, name: string, turn: number): boolean {
  return story.heard.some((heard) => {
    const shared = heard.turn > turn ? readRelay({ text: heard.text, names, labels: [] }).shared : undefined;
    return shared !== undefined && (shared.by === undefined || shared.by === name);
  });
}
