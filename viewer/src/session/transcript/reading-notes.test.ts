import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import type { TurnReading } from "../../../../src/contract/index.ts";
import { ReadingNotes } from "./reading-notes.tsx";

const shown = (given: Partial<TurnReading>) =>
  renderToStaticMarkup(
    createElement(ReadingNotes, {
      names: ["Sam", "Alex"],
      reading: { by: "m", digression: {}, privately: [], payoffs: [], hints: [], ...given },
    }),
  );

test("a digression: who strayed, whether the narrator noticed, and how it led back", () => {
  const html = shown({
    digression: {
      opened: { by: 1, about: "lunch", quote: "I could eat.", relayed: false },
      noticed: true,
      returned: { how: "woven", segue: "A smell of bread.", quality: 4 },
      exploration: "Back to the door.",
    },
  });
  expect(html).toContain("Reader: back to the story, off the story, exploration taken for a digression<");
  expect(html).toContain("The narrator noticed the digression.");
  expect(html).toContain("</b> woven, 4 of 5 <q>A smell of bread.</q>");
  expect(html).toContain("</b> Alex: lunch (the narrator was not told) <q>I could eat.</q>");
  expect(html).toContain("<q>Back to the door.</q>");
  expect(shown({ digression: { noticed: false } })).toContain("Reader: digression not noticed<");
});

test("private passages with their fit, pay-offs, and hints with the reason", () => {
  const html = shown({
    privately: [{ seat: 0, player: 4, moment: 2 }],
    payoffs: [{ turn: 3, seat: 1, quote: "The key fits." }],
    hints: [{ kind: "off-brand", quote: "A cola.", state: "refuted", why: "It is no brand." }],
  });
  expect(html).toContain("Reader: 1 private passage, 1 pay-off, 1 hint<");
  expect(html).toContain("</b> Sam: player 4 of 5, moment 2 of 5<");
  expect(html).toContain("</b> of what Alex was told in turn 3: <q>The key fits.</q>");
  expect(html).toContain("</b> off brand (accuracy not known), refuted: It is no brand. <q>A cola.</q>");
});
