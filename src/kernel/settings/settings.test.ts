import { expect, test } from "vitest";
import { createCatalog } from "../models/index.ts";
import { connect } from "./connect.ts";
import { resolveSettings, SettingsError } from "./resolve-settings.ts";

test("flag over environment over file over default, each with its source", () => {
  const { settings, sources } = resolveSettings({
    file: { budget: 1, via: "openrouter", timeoutMs: 5_000 },
    env: { REHEARSE_BUDGET: "2", REHEARSE_SEED: "abc" },
    flags: { budget: 3, via: undefined },
  });
  expect(settings).toMatchObject({
    budget: 3,
    via: "openrouter",
    timeoutMs: 5_000,
    seed: "abc",
    cacheDir: ".rehearse/cache",
  });
  expect(sources).toMatchObject({ budget: "flag", via: "file", seed: "environment", cacheDir: "default" });
});

test("groups are merged name by name", () => {
  const { settings } = resolveSettings({
    file: { providers: { anthropic: { keyFrom: "MY_KEY" }, local: { baseURL: "http://127.0.0.1:1/v1" } } },
    env: { ANTHROPIC_BASE_URL: "http://127.0.0.1:2/v1" },
  });
  expect(settings.providers).toEqual({
    anthropic: { keyFrom: "MY_KEY", baseURL: "http://127.0.0.1:2/v1" },
    local: { baseURL: "http://127.0.0.1:1/v1" },
  });
});

test.each([
  ["an unknown option", { bugdet: 1 }, /Unknown option "bugdet"\. Did you mean budget\?/],
  [
    "an unknown option further in",
    { retry: { atempts: 1 } },
    /Unknown option "retry\.atempts"\. Did you mean attempts\?/,
  ],
  [
    "an unknown role",
    { roles: { naratorr: "x" } },
    /Unknown option "roles\.naratorr"\. Did you mean narrator\?/,
  ],
  [
    "an unknown provider",
    { providers: { antropic: {} } },
    /Unknown option "providers\.antropic"\. Did you mean anthropic\?/,
  ],
  [
    "an unknown field of a model",
    { models: { x: { provder: "xai" } } },
    /Unknown option "models\.x\.provder"\. Did you mean provider\?/,
  ],
  [
    "limits for an unknown provider",
    { limits: { antropic: {} } },
    /Unknown option "limits\.antropic"\. Did you mean anthropic\?/,
  ],
  ["a wrong type", { budget: "five" }, /budget: Invalid input/],
  ["a negative budget", { budget: -1 }, /budget: /],
  ["an invalid base URL", { providers: { xai: { baseURL: "nowhere" } } }, /providers\.xai\.baseURL: /],
])("%s in the file is an error that names it", (_, file, message) => {
  expect(() => resolveSettings({ file, fileName: "rehearse.config.ts" })).toThrow(SettingsError);
  expect(() => resolveSettings({ file, fileName: "rehearse.config.ts" })).toThrow(message);
});

test("a price needs no date and no source, and changes nothing else of a known model", () => {
  const { settings } = resolveSettings({
    file: { models: { "kimi-k2": { price: { input: 1, output: 2 } } } },
  });
  expect(createCatalog(settings).resolve("kimi-k2")).toEqual({
    ...createCatalog().resolve("kimi-k2"),
    price: { input: 1, output: 2 },
  });
});

test("several problems are reported together", () => {
  expect(() => resolveSettings({ file: { budget: "x", sede: 1 } })).toThrow(
    /budget[\s\S]*Unknown option "sede"\. Did you mean seed\?/,
  );
});

test("keys are read from their variables, or from others named in the file", () => {
  const { settings } = resolveSettings({ file: { providers: { xai: { keyFrom: "TEAM_KEY" } } } });
  const { connections } = connect(settings, {
    ANTHROPIC_API_KEY: " key-one \n",
    TEAM_KEY: "key-two",
    XAI_API_KEY: "unused",
    OPENAI_API_KEY: "",
  });
  expect(connections.anthropic?.key).toBe("key-one");
  expect(connections.xai?.key).toBe("key-two");
  expect(connections.openai?.key).toBeUndefined();
});

test("one-key mode uses the only provider with a key, and asks if there are several", () => {
  const { settings } = resolveSettings({ flags: { oneKey: true } });
  expect(connect(settings, { DEEPSEEK_API_KEY: "k", VOYAGE_API_KEY: "v" }).oneKey).toBe("deepseek");
  expect(() => connect(settings, { DEEPSEEK_API_KEY: "k", XAI_API_KEY: "x" })).toThrow(
    /keys of xai, deepseek are set/,
  );
  expect(() => connect(settings, {})).toThrow(/none of ANTHROPIC_API_KEY/);
});
