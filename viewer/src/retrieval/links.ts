/** A result is one system's: no address of a test or a list goes without saying whose. */
import { withQuery } from "../api/index.ts";

export const listHref = (target: string | undefined, more: Record<string, string> = {}): string =>
  withQuery("/retrieval", { target, ...more });

export const testHref = (id: string, target: string | undefined): string =>
  withQuery(`/retrieval/tests/${encodeURIComponent(id)}`, { target });
