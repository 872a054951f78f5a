/** The guide's private hooks: what one player is told alone, and its payoff. */
import type { PrivateHook, Pulse } from "../../../contract/index.ts";
import type { Paragraph } from "./telling.ts";
import type { Scene } from "./scene.ts";

const filled = (text: string, name: string) => text.replaceAll("{name}", name);

/** A player's private telling at a pulse: at most one, to the player with the fewest so far. */
export function revealAt({ guide, players, story, dice }: Scene, { id }: Pulse): Paragraph[] {
  const told = (name: string) => story.reveals.filter((reveal) => reveal.name === name).length;
  const due = Object.entries(guide.privateHooks).flatMap(([archetype, hooks]) => {
    const meant = players.filter((player) => player.archetype === archetype);
    return hooks
      .filter(
        (hook) =>
          hook.at === id && meant.length > 0 && !meant.some(({ name }) => wasTold(story.reveals, hook, name)),
      )
      .map((hook) => ({ hook, meant }));
  });
  const chosen = dice
    .always("hooks", id)
    .shuffle(due)
    .sort((a, b) => fewest(a) - fewest(b))[0];
  if (!chosen) return [];
  const name = dice
    .always("hook", chosen.hook.id)
    .shuffle(chosen.meant)
    .sort((a, b) => told(a.name) - told(b.name))[0]!.name;
  return [{ text: filled(chosen.hook.reveal, name), to: name }];

  function fewest({ meant }: { meant: typeof players }): number {
    return Math.min(...meant.map(({ name }) => told(name)));
  }
}

/** What pays off in public at a pulse: only hooks that were told. */
export function payoffsAt({ guide, players, story }: Scene, { id }: Pulse): string[] {
  return Object.values(guide.privateHooks)
    .flat()
    .filter(({ payoffAt }) => payoffAt === id)
    .flatMap((hook) =>
      players
        .filter(({ name }) => wasTold(story.reveals, hook, name))
        .map(({ name }) => filled(hook.payoff, name)),
    );
}

export function paidOff(
  { guide, players, story }: Scene,
  text: string,
): Array<{ name: string; told: number; text: string }> {
  return Object.values(guide.privateHooks)
    .flat()
    .flatMap((hook) =>
      players.flatMap(({ name }) => {
        const told = tellingTo(story.reveals, hook, name);
        const payoff = filled(hook.payoff, name);
        return told && text.includes(payoff) ? [{ name, told: told.turn, text: payoff }] : [];
      }),
    );
}

const tellingTo = (reveals: Scene["story"]["reveals"], hook: PrivateHook, name: string) =>
  reveals.find((reveal) => reveal.name === name && reveal.text === filled(hook.reveal, name));
const wasTold = (...asked: Parameters<typeof tellingTo>) => tellingTo(...asked) !== undefined;
