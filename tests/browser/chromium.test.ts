import { expect, test } from "vitest";
import { browserProgram, openBrowser } from "./chromium.ts";

test("the packaged browser uses its own font, regardless of the machine", async () => {
  const browser = await openBrowser(browserProgram(""));
  try {
    const page = await browser.newPage();
    await page.setContent("<p style='font-family: serif'>Turn 22</p>");
    const devtools = await page.context().newCDPSession(page);
    await devtools.send("DOM.enable");
    await devtools.send("CSS.enable");
    const { root } = await devtools.send("DOM.getDocument");
    const { nodeId } = await devtools.send("DOM.querySelector", { nodeId: root.nodeId, selector: "p" });
    const { fonts } = await devtools.send("CSS.getPlatformFontsForNode", { nodeId });
    expect(fonts.map(({ familyName }) => familyName)).toEqual(["Open Sans"]);
  } finally {
    await browser.close();
  }
});

test("an installed browser is used only when REHEARSE_BROWSER names it", () => {
  expect(browserProgram("").executablePath).toContain("node_modules");
  expect(browserProgram(process.execPath)).toEqual({ executablePath: process.execPath, env: {} });
  expect(() => browserProgram("missing/chromium")).toThrow(
    "REHEARSE_BROWSER names missing/chromium, which does not exist. Unset it to use the packaged browser.",
  );
});
