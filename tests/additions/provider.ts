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
