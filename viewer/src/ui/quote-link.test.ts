import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { QuoteLink } from "./quote-link.tsx";

const shown = (turn: number) =>
  renderToStaticMarkup(createElement(QuoteLink, { turn, text: "So it is.", open: () => {} }));

test("a quote opens its turn; a quote of the guide opens nothing", () => {
  expect(shown(4)).toBe('<button type="button" class="other-side"><b>Turn 4</b> <q>So it is.</q></button>');
  expect(shown(0)).toBe('<span class="other-side"><b>Guide</b> <q>So it is.</q></span>');
});
