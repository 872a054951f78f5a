/** Set-up of the viewer's tests: files, a server and a browser, opened once per test file. */
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect } from "vitest";
import { serveWorkspace, type Served, type ServeWishes } from "../support/server/served-workspace.ts";
import { openBrowser } from "./chromium.ts";
import { makeViewerWorkspace, type ViewerWorkspace } from "./viewer-workspace.ts";
import { openPage, type PageWishes, type WatchedPage } from "./watched-page.ts";

export const NARROW = 390;

export type Viewer = {
  workspace: ViewerWorkspace;
  served: Served;
  browser: Browser;
  /** Opens a page of the server. It must not have reported errors when it is closed. */
  open(
    path: string,
    wishes?: Partial<PageWishes> & {
      /** Before anything of it is loaded. */ before?: (page: Page) => Promise<unknown>;
    },
  ): Promise<WatchedPage>;
};

export function openViewer({
  make = makeViewerWorkspace,
  ...serving
}: { make?: () => Promise<ViewerWorkspace> } & ServeWishes = {}): Viewer {
  const viewer = {
    async open(path, { before, ...wishes } = {}) {
      const home = wishes.home ?? viewer.served.server.url;
      const watched = await openPage(viewer.browser, { ...wishes, home });
      await before?.(watched.page);
      await watched.page.goto(`${home}${path}`);
      return watched;
    },
  } as Viewer;
  beforeAll(async () => {
    [viewer.workspace, viewer.browser] = await Promise.all([make(), openBrowser()]);
    viewer.served = await serveWorkspace(viewer.workspace, serving);
  });
  afterAll(async () => {
    await viewer.browser?.close();
    await viewer.served?.[Symbol.asyncDispose]();
    viewer.workspace?.[Symbol.dispose]();
    expect(viewer.served.bugs).toEqual([]);
  });
  return viewer;
}

/** The machine may be busy. */
export const soon = <T>(look: () => T | Promise<T>) => expect.poll(look, { timeout: 60_000, interval: 50 });
export const tab = (page: Page, name: string) => page.getByRole("tab", { name }).click();
/** "Turn 7" of the turn that is read. */
export const reading = (page: Page) => page.locator("article.turn.current").getAttribute("aria-label");
export const turn = (page: Page, number: number) =>
  page.getByRole("article", { name: `Turn ${number}`, exact: true });
