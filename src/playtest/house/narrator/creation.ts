import { joinAnd } from "../words/index.ts";
import { creation } from "./phrases/index.ts";
import type { Scene } from "./scene.ts";
import type { Paragraph, Telling } from "./telling.ts";

/** Before the story: who is there, then who they will be. */
export function create({ turn, guide, names, say }: Scene): Telling {
  const paragraphs =
    turn === 1
      ? [
          `${say(creation.greetings, "greeting", { title: guide.title })} ${guide.premise ?? ""}`.trim(),
          say(creation.askNames, "names"),
        ]
      : [
          `${say(creation.welcomes, "welcome", { names: joinAnd(names) })} ${say(creation.askMore, "more")}`,
          guide.questions.join(" "),
        ];
  return { kind: "clarify", paragraphs: paragraphs.map((text) => ({ text })) };
}

/** Whom the story happens to. */
export function curtain({ names, epithets, say }: Scene): Paragraph[] {
  const cast = names.map((name) => (epithets.has(name) ? `${name}, ${epithets.get(name)}` : name));
  return [
    {
      text: say(creation.curtains, "curtain", {
        cast: epithets.size === 0 ? joinAnd(cast) : cast.join("; "),
      }),
    },
  ];
}
