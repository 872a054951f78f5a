/** Mistral, reached through its OpenAI-compatible API: one module, one line of the table, and the generated guide. */
import type { Addition } from "./addition.ts";

export default {
  name: "a provider",
  creates: {
    "src/kernel/models/providers/mistral.ts": `import type { Provider } from "./provider.ts";

const priced = { asOf: "2026-11-16", source: "mistral.ai pricing page" };

export const mistral: Provider = {
  title: "Mistral",
  key: "MISTRAL_API_KEY",
  baseURL: "MISTRAL_BASE_URL",
  open: async ({ baseURL = "https://api.mistral.ai/v1", ...connection }) => {
    const { createOpenAICompatible } = await import("@ai-sdk/openai-compatible");
    const mistral = createOpenAICompatible({
      name: "mistral",
      ...connection,
      baseURL,
      supportsStructuredOutputs: true,
    });
    return { language: (id) => mistral(id), embedding: (id) => mistral.embeddingModel(id) };
  },
  models: [
    {
      id: "mistral-large-2512",
      context: 256_000,
      price: { input: 0.5, output: 1.5, ...priced },
      openrouter: "mistralai/mistral-large-2512",
    },
    { id: "mistral-small-2506", context: 128_000, price: { input: 0.1, output: 0.3, ...priced } },
  ],
  oneKey: { dear: "mistral/mistral-large-2512", cheap: "mistral/mistral-small-2506" },
  makes: /mistral|mixtral|ministral/,
  overflow: /too large for model with \\d+ maximum context/i,
};
`,
    "src/kernel/models/providers/mistral.test.ts": `import { expect, test } from "vitest";
import { connect, resolveSettings } from "../../settings/index.ts";
import { createCasting, createCatalog } from "../catalog/index.ts";
import { MissingKeysError, requireKeys } from "../require-keys.ts";

const { settings } = resolveSettings({
  file: { oneKey: "mistral", limits: { "mistral/mistral-small-2506": { spacingMs: 5 } } },
  env: { MISTRAL_BASE_URL: "http://127.0.0.1:9/v1" },
});

test("settings, environment and catalog know it", () => {
  const { connections, oneKey } = connect(settings, { MISTRAL_API_KEY: "k-mistral" });
  expect(connections.mistral).toMatchObject({ key: "k-mistral", baseURL: "http://127.0.0.1:9/v1" });
  const casting = createCasting({ catalog: createCatalog(), oneKey });
  expect(casting.modelFor("narrator")).toMatchObject({ provider: "mistral", price: { output: 1.5 } });
  expect(casting.modelFor("player").label).toBe("mistral/mistral-small-2506");
  expect(createCatalog().resolve("openrouter/mistralai/mistral-large-2512").price?.input).toBe(0.5);
});

test("a missing key is named", () => {
  const model = createCatalog().resolve("mistral/mistral-large-2512");
  expect(() => requireKeys([{ role: "narrator", model }], { connections: {} })).toThrow(MissingKeysError);
  expect(() => requireKeys([{ role: "narrator", model }], { connections: {} })).toThrow(/MISTRAL_API_KEY/);
});
`,
  },
  edits: {
    "src/kernel/models/providers/table.ts": [
      [
        'import { moonshot } from "./moonshot.ts";',
        'import { mistral } from "./mistral.ts";\nimport { moonshot } from "./moonshot.ts";',
      ],
      ["  openrouter,\n", "  mistral,\n  openrouter,\n"],
    ],
    "docs/guide/configuration.md": [
      ["- openrouter: `", "- mistral: `MISTRAL_API_KEY`, `MISTRAL_BASE_URL`\n- openrouter: `"],
    ],
  },
  tests: [
    "src/kernel/models/providers/mistral.test.ts",
    "src/kernel/models/catalog/catalog.test.ts",
    "src/kernel/settings/settings.test.ts",
    "tests/conformance/books.test.ts",
    "tests/docs.test.ts",
  ],
  cases: {
    named: "mistral",
    tests: ["tests/conformance/providers.test.ts", "tests/conformance/requests.test.ts"],
  },
} satisfies Addition;
