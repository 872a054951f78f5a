import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import type { Recommendation } from "../../../src/contract/index.ts";
import { DecisionBanner, decisionTones } from "./decision-banner.tsx";

const banner = (is: Recommendation["is"], more?: Recommendation["more"]) =>
  renderToStaticMarkup(
    createElement(DecisionBanner, {
      recommendation: { is, says: "Because.", ...(more && { more }) },
      action: "Play more",
    }),
  );

test("every decision has a heading, a reason and a sign beside its colour", () => {
  for (const [is, tone] of Object.entries(decisionTones) as Array<[Recommendation["is"], string]>) {
    const shown = banner(is);
    expect(shown).toContain(`class="decision ${tone}"`);
    expect(shown).toMatch(/aria-hidden="true">[✓✕?=…–]</u);
    expect(shown).toContain(
      `<h2>${is === "not evidence" ? "House cast: not evidence" : is}</h2><p>Because.</p>`,
    );
  }
});

test("what would decide comes with its action", () => {
  const shown = banner("insufficient evidence", { says: "5 more pairs." });
  expect(shown).toMatch(/To decide:<\/b> 5 more pairs\.<[^]*Play more/);
  expect(banner("ship")).not.toContain("To decide");
});
