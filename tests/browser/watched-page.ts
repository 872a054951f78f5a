import { join } from "node:path";
import { expect } from "vitest";
import type { Browser, Page } from "playwright-core";

/**
 * A page that records what must not happen in it: errors, dialogs, refused styles or scripts, and requests to anything
 * but `home`.
 */
export type WatchedPage = AsyncDisposable & {
  page: Page;
  /** Everything so far that should not have been. */ faults: string[];
};

export type PageWishes = {
  /** The only place that it may ask. */ home: string;
  width?: number;
  /** Console messages that are allowed. */ ignore?: RegExp;
};

export async function openPage(
  browser: Browser,
  { home, width = 1280, ignore = /^$/ }: PageWishes,
): Promise<WatchedPage> {
  const context = await browser.newContext({ viewport: { width, height: 800 }, reducedMotion: "reduce" });
  await context.addInitScript({ path: join(import.meta.dirname, "in-page.ts") });
  const page = await context.newPage();
  page.setDefaultTimeout(60_000);
  const faults: string[] = [];
  page.on("pageerror", ({ message }) => faults.push(`error: ${message}`));
  page.on("console", (message) => {
    if (["error", "warning"].includes(message.type()) && !ignore.test(message.text()))
      faults.push(`${message.type()}: ${message.text()}`);
  });
  page.on("dialog", (dialog) => {
    faults.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on("request", (request) => {
    if (!request.url().startsWith(home) && !request.url().startsWith("data:"))
      faults.push(`request: ${request.url()}`);
  });
  context.on("page", (other) => {
    if (other !== page) faults.push(`opened: ${other.url()}`);
  });
  return {
    page,
    faults,
    async [Symbol.asyncDispose]() {
      await context.close();
      expect(faults).toEqual([]);
    },
  };
}

/** Calls a function of `in-page.ts`. */
export const inPage = <Answer>(page: Page, name: string, ...given: string[]): Promise<Answer> =>
  page.evaluate<Answer>(`inPage.${name}(...${JSON.stringify(given)})`);

/** How far the page could be scrolled to the side. */
export const spill = (page: Page): Promise<number> =>
  page.evaluate<number>("document.documentElement.scrollWidth - document.documentElement.clientWidth");

/** No text has become markup, and no script ran. */
export async function isInert(page: Page): Promise<void> {
  expect(await page.evaluate("window.ran")).toBeUndefined();
  expect(await inPage<number>(page, "foreign")).toBe(0);
  expect(
    await page.evaluate<string[]>(
      `[...document.querySelectorAll("a")].map((a) => a.getAttribute("href") ?? "").filter((href) => !/^(#|\\/(?!\\/))/.test(href))`,
    ),
  ).toEqual([]);
}
