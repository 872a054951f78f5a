import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { Router } from "wouter";
import { shownNumber as inReports } from "../../../src/kernel/verdict-words/index.ts";
import { bareVerdict, fullVerdict } from "../../../tests/support/report/sample-verdict.ts";
import { shownNumber, VerdictView } from "./verdict-view.tsx";

const page = (verdict: typeof fullVerdict) =>
  renderToStaticMarkup(
    createElement(
      QueryClientProvider,
      { client: new QueryClient() },
      createElement(Router, { ssrPath: "/", children: createElement(VerdictView, { verdict }) }),
    ),
  );

test("every part has its heading, and empty parts are absent", () => {
  const headings = (html: string) =>
    [...html.matchAll(/<h\d>(.*?)<\/h\d>/g)].map(([, title]) => title!.replaceAll(/<.*?>/g, ""));
  expect(headings(page(fullVerdict))).toEqual([
    fullVerdict.headline,
    "Because",
    "Facts",
    "Findings",
    "Forced segue",
    "Loop",
    "Variants",
    "Next",
  ]);
  expect(headings(page(bareVerdict))).toEqual([bareVerdict.headline]);
});

test("a finding leads to its turn", () => {
  expect(page(fullVerdict)).toMatch(/href="[/]sessions[/]lost[?]turn=23"[^>]*>Forced segue</);
});

test("a missing value is said in words, and a row is named by its first cell", () => {
  const html = page(fullVerdict);
  expect(html).toMatch(/<dt>Judge<\/dt><dd><span class="muted">missing<\/span>/);
  expect(html).toMatch(/<th scope="row">house<\/th><td class="number">99.3<\/td>.*?hidden">missing</);
});

test("a number on the page is the one in the reports", () => {
  const numbers = [0, -0, 1, -1, 0.0342, -0.996, 0.95, 47.45, 64.04, -12.5, 1234.56, 1e-9, 0.1 + 0.2];
  expect(numbers.map(shownNumber)).toEqual(numbers.map(inReports));
});
