/** Serves the built viewer. */
import { extname, join } from "node:path";
import { fileURLToPath } from "node:url";
import type { OpenAPIHono } from "@hono/zod-openapi";
import type { Context, Next } from "hono";
import { exists, fileInfo, readBytes, resolveInside } from "../kernel/store/index.ts";

/** Scripts and styles come from our own files only. The flow view sets positions and sizes in style attributes. */
const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; style-src-attr 'unsafe-inline'; img-src 'self' data:; " +
  "font-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

const types: Record<string, string> = {
  ".css": "text/css; charset=utf-8",
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".svg": "image/svg+xml",
};

/** Names with a content hash: such a file never changes. */
const HASHED = /^\/assets\/.+-[\w-]{8}\.\w+$/;
const IS_API = /^\/(api|cli)(\/|$)/;

const NOT_BUILT = `<!doctype html>
<html lang="en"><meta charset="utf-8"><title>Rehearse</title>
<h1>The viewer is not built</h1>
<p>Build it with <code>pnpm build:viewer</code> and reload this page.
The API works without it; <a href="/openapi.json">/openapi.json</a> describes it.</p></html>
`;

/** The built viewer at `/`. Addresses of its pages, which are not files, get index.html. Add it last: other routes come first. */
export function addViewer(app: OpenAPIHono, { folder }: { folder?: string | undefined } = {}): void {
  app.get("*", async (c: Context, next: Next) => {
    const { path } = c.req;
    if (IS_API.test(path)) return next();
    const root = folder ?? builtViewer();
    const file = path === "/" ? undefined : fileAt(root, path);
    if (file)
      return send(c, {
        ...file,
        path,
        cache: HASHED.test(path) ? "private, max-age=31536000, immutable" : "no-cache",
      });
    if (!isPage(c)) return next();
    const page = fileAt(root, "/index.html");
    return page
      ? send(c, { ...page, path: "/index.html", cache: "no-cache" })
      : send(c, { body: Buffer.from(NOT_BUILT), path: "/index.html", cache: "no-store", status: 503 });
  });
}

/** File names have a dot. Session ids may have one too, and only a browser that navigates asks for those. */
const isPage = (c: Context): boolean =>
  !(c.req.path.split("/").at(-1) ?? "").includes(".") ||
  (!c.req.path.startsWith("/assets/") && (c.req.header("accept") ?? "").includes("text/html"));

function fileAt(root: string | undefined, path: string): { body: Buffer } | undefined {
  if (root === undefined || types[extname(path)] === undefined) return undefined;
  try {
    const found = resolveInside(root, `.${decodeURIComponent(path)}`);
    return fileInfo(found)?.kind === "file" ? { body: readBytes(found) } : undefined;
  } catch {
    // Missing, or outside the folder.
    return undefined;
  }
}

function send(
  c: Context,
  { body, path, cache, status = 200 }: { body: Buffer; path: string; cache: string; status?: 200 | 503 },
): Response {
  return c.body(new Uint8Array(body), status, {
    "Content-Type": types[extname(path)]!,
    "Cache-Control": cache,
    "Content-Security-Policy": POLICY,
    // A site that opened the page from a link keeps no handle on its window.
    "Cross-Origin-Opener-Policy": "same-origin",
  });
}

/** Its place in a clone, and in the package. */
const places = ["../../viewer/dist", "../viewer"];

/** The folder of the built viewer, relative to this module; undefined: not built. */
export const builtViewer = (module: string = import.meta.url): string | undefined =>
  places
    .map((place) => fileURLToPath(new URL(place, module)))
    .find((place) => exists(join(place, "index.html")));
