import type { PrivateMoment } from "../../contract/index.ts";
import { share as sharedWords, storyWords } from "../text/index.ts";
import type { SessionState } from "../session/index.ts";

/** So much of one of the guide's reveals makes it that one. */
const SAME = 0.5;

/**
 * Does a private moment fit whom it was told to? By words alone. The guide has moments for kinds of players: 1 where it is
 * one for the target's kind, 0 where it is one for another's. Else by the words it shares with what each player's character
 * is and said of themselves, such as no other's has: 1 where the target's has most, a half where another's has as many,
 * 0 where another's has more. Null where no word of it tells.
 */
export function alignmentWith({ records, config }: SessionState): (moment: PrivateMoment) => number | null {
  const { group, storyGuide } = config;
  const hooks = Object.entries(storyGuide.privateHooks).flatMap(([archetype, list]) =>
    list.map(({ reveal }) => ({ archetype, words: storyWords(reveal.replaceAll("{name}", "")) })),
  );
  const introduced = records.filter(({ phase }) => phase === "creation").flatMap(({ players }) => players);
  const characters = group.players.map(({ seat, characterForStory, generatedBackstory }) =>
    storyWords(
      [
        characterForStory,
        generatedBackstory,
        ...introduced.filter((player) => player.seat === seat).map(({ says }) => says),
      ].join("\n"),
    ),
  );
  const names = storyWords(group.players.map(({ name }) => name).join(" "));
  const telling = characters.map((words) =>
    [...words].filter(
      (word) => !names.has(word) && characters.filter((other) => other.has(word)).length === 1,
    ),
  );

  return ({ content, seat }) => {
    const words = storyWords(content);
    const kind = group.players[seat]?.archetype;
    const alike = hooks.map((hook) => ({ ...hook, share: sharedWords(hook.words, words) }));
    const best = Math.max(0, ...alike.map(({ share }) => share));
    // One moment may be for several kinds.
    if (best >= SAME)
      return alike.some(({ archetype, share }) => share === best && archetype === kind) ? 1 : 0;
    const shared = telling.map((own) => own.filter((word) => words.has(word)).length);
    const [target, others] = [shared[seat] ?? 0, Math.max(0, ...shared.filter((_, other) => other !== seat))];
    return target + others === 0 ? null : target > others ? 1 : target === others ? 0.5 : 0;
  };
}
