/** What can be chosen, and prompts and guides: read, saved, and as a session used them. */
import { type OpenAPIHono, z } from "@hono/zod-openapi";
import {
  choices,
  type Choices,
  contentText,
  savedGuide,
  savedPrompt,
  sessionTexts,
} from "../../contract/index.ts";
import {
  houseRoster,
  providers,
  UnknownModelError,
  type Catalog,
  type ProviderId,
} from "../../kernel/models/index.ts";
import type { Harness } from "../../kernel/run/index.ts";
import { contentNames, ownNames } from "../../playtest/index.ts";
import { textsOf, type Content } from "../content/index.ts";
import type { Playtests } from "../playtest/index.ts";
import { routesIn, sessionParams } from "./route-schemas.ts";

const params = z.object({
  name: z.string().min(1).max(300).openapi({ description: "A name from GET /api/choices." }),
});

export function addContent(
  app: OpenAPIHono,
  {
    content,
    index,
    reader,
    harness,
  }: Pick<Playtests, "index" | "reader"> & { content: Content; harness: Harness },
): void {
  const route = routesIn(app, "content");
  for (const [kind, path, what, body] of [
    ["prompt", "/api/prompts", "prompt", savedPrompt],
    ["story", "/api/stories", "guide", savedGuide],
  ] as const) {
    route(`get ${path}/{name}`, {
      summary: `The text of a ${what}`,
      params,
      answer: contentText,
      answerTo: ({ params: { name } }) => content.read(kind, name),
    });
    route(`post ${path}`, {
      summary: `Save a ${what} in the workspace`,
      description:
        `Writes a new file into \`${path.slice("/api/".length)}\`. ` +
        `A name that exists is refused${kind === "story" ? ", and so is a guide with errors" : ""}.`,
      body,
      answer: contentText,
      status: 201,
      answerTo: ({ body }) => content.save(kind, body),
    });
  }
  route("get /api/choices", {
    summary: "Stories, prompts, seeds, and narrators (with whether their key is set)",
    answer: choices,
    answerTo: () => choicesOf(harness),
  });

  routesIn(app, "sessions")("get /api/sessions/{id}/texts", {
    summary: "The prompt and guide that a session was played with",
    description:
      "As stored in the session, even if the files have changed since. " +
      "It includes the guide's secrets: `as` is not available here.",
    params: sessionParams,
    query: z.strictObject({}),
    answer: sessionTexts,
    async answerTo({ params: { id } }) {
      const { state } = reader.open(await index.get(id));
      return textsOf(state.config);
    },
  });
}

/** Settings may name a model that is unknown here. */
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
export function choicesOf({ catalog, keys, workspace, casting, settings }: Harness): Choices {
  const listed = catalog.names();
  const own = [...Object.keys(settings.models), ...Object.values(settings.roles)].filter(
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
        note,
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
