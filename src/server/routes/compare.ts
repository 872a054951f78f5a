/** GET /api/compare and GET /api/choices. */
import { relative } from "node:path";
import { setImmediate } from "node:timers/promises";
import { createRoute, z, type OpenAPIHono } from "@hono/zod-openapi";
import { choices, comparisonView, type Choices } from "../../contract/index.ts";
import {
  houseRoster,
  providers,
  UnknownModelError,
  type Catalog,
  type ProviderId,
} from "../../kernel/models/index.ts";
import type { Harness } from "../../kernel/run/index.ts";
import { contentNames, ownNames, readSessionHeader } from "../../playtest/index.ts";
import { compareForView, type IndexedSession, type Playtests } from "../playtest/index.ts";
import { answers, ids, refusals } from "./route-schemas.ts";

/** Each is read whole and measured. */
const MOST_COMPARED = 12;

export function addCompare(
  app: OpenAPIHono,
  { index, reader, harness }: Pick<Playtests, "index" | "reader"> & { harness: Harness },
): void {
  const query = z
    .strictObject({
      sessions: ids(
        `Ids of 2 to ${MOST_COMPARED} sessions, comma-separated or repeated. The others are compared with the first.`,
      ),
    })
    .superRefine(({ sessions = [] }, context) => {
      if (
        new Set(sessions).size !== sessions.length ||
        sessions.length < 2 ||
        sessions.length > MOST_COMPARED
      )
        context.addIssue({
          code: "custom",
          path: ["sessions"],
          message: `expected 2 to ${MOST_COMPARED} different sessions`,
        });
    });
  app.openapi(
    createRoute({
      method: "get",
      path: "/api/compare",
      tags: ["sessions"],
      summary: "Compare sessions or branches",
      description:
        "What each lost, which problems differ, settings, and the first turn that differs. Branches are compared over the turns that all of them have after the branch point. Facts, not a test: one pair cannot tell cause from luck.",
      request: { query },
      responses: { 200: answers(comparisonView, "The comparison."), ...refusals(400, 404, 422) },
    }),
    async (c) => {
      const { sessions = [] } = c.req.valid("query");
      const compared = [];
      for (const id of sessions) {
        const session = await index.get(id);
        compared.push({ id, dir: relative(harness.workspace, session.dir), ...reader.open(session) });
        await setImmediate();
      }
      return c.json(compareForView(compared), 200);
    },
  );

  app.openapi(
    createRoute({
      method: "get",
      path: "/api/choices",
      tags: ["content"],
      summary: "Stories, prompts, seeds, and narrators (with whether their key is set)",
      responses: { 200: answers(choices, "The available choices."), ...refusals() },
    }),
    async (c) => {
      const latest = (await index.all()).toSorted((a, b) => (b.card.at ?? "").localeCompare(a.card.at ?? ""));
      return c.json({ ...choicesOf(harness, modelsOf(latest)), seeds: seedsOf(latest) }, 200);
    },
  );
}

const MOST_SEEDS = 20;
const seedsOf = (latest: readonly IndexedSession[]): NonNullable<Choices["seeds"]> =>
  [...new Set(latest.flatMap(({ card: { seed } }) => seed ?? []).slice(0, MOST_SEEDS * 10))].slice(
    0,
    MOST_SEEDS,
  );

/** Each is read from the first turn. */
const MOST_READ = 20;
const modelsOf = (latest: readonly IndexedSession[]): string[] =>
  latest
    .filter(({ card }) => card.unreadable === undefined)
    .slice(0, MOST_READ)
    .flatMap(({ dir }) => {
      try {
        const { narratorModel, group, classifierModel, observerModel } = readSessionHeader(dir).config;
        return [narratorModel, ...group.players.map(({ model }) => model), classifierModel, observerModel];
      } catch {
        // Its page says why it cannot be read.
        return [];
      }
    });

/** A session that was received may name a model that is unknown here. */
function isModelOf(catalog: Catalog, name: string): boolean {
  try {
    const { kind, provider } = catalog.resolve(name);
    return kind === "language" && provider !== "outside" && provider !== "house";
  } catch (error) {
    if (error instanceof UnknownModelError) return false;
    throw error;
  }
}

/** The options for a page: never a key, only whether it is set. */
export function choicesOf(
  { catalog, keys, workspace, casting, settings }: Harness,
  /** Models of the latest sessions. */ used: readonly string[] = [],
): Choices {
  const listed = catalog.names();
  const own = [...Object.keys(settings.models), ...Object.values(settings.roles), ...used].filter(
    (name) => !listed.includes(name) && isModelOf(catalog, name),
  );
  const models = [...new Set([...own, ...listed])]
    .map((name) => catalog.resolve(name))
    .filter(({ kind }) => kind === "language");
  const isReady = (provider: ProviderId) => providers[provider].key === undefined || keys.includes(provider);
  const usual = [casting.modelFor("narrator", {}), ...models].find(
    ({ provider }) => provider !== "house" && isReady(provider),
  );
  return {
    stories: contentNames("story", workspace),
    prompts: contentNames("prompt", workspace),
    own: { stories: ownNames("story", workspace), prompts: ownNames("prompt", workspace) },
    narrators: [
      ...models.map(({ name, label, provider, note }) => ({
        name,
        model: label,
        ready: isReady(provider),
        house: provider === "house",
        ...(note !== undefined && { note }),
      })),
      ...Object.entries(houseRoster).map(([name, does]) => ({
        name: `house/${name}`,
        model: `house/${name}`,
        ready: true,
        house: true,
        note: does,
      })),
    ],
    usual: {
      // Without any usable model, the house cast plays.
      narrator: usual?.name ?? "house",
      budget: settings.budget,
    },
  };
}
