import { expect, test } from "vitest";
import { spellOptions } from "../errors/index.ts";
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

test.each([
  ["REHEARSE_VIA", "openrouter", { via: "openrouter" }],
  ["REHEARSE_ONE_KEY", "true", { oneKey: true }],
  ["REHEARSE_ONE_KEY", "xai", { oneKey: "xai" }],
  ["REHEARSE_SEED", "42", { seed: 42 }],
  ["REHEARSE_KB", "2026", { retrieval: { kb: "2026" } }],
  ["REHEARSE_TARGET", "offline", { retrieval: { target: "offline" } }],
  ["XAI_BASE_URL", "http://127.0.0.1:1/v1", { providers: { xai: { baseURL: "http://127.0.0.1:1/v1" } } }],
])("%s=%s is a setting of its own, and wins over the file", (name, value, expected) => {
  const file = { via: "direct", oneKey: "anthropic", seed: 7, retrieval: { kb: "./kb", topK: 3 } };
  expect(resolveSettings({ env: { [name]: value } }).settings).toMatchObject(expected);
  expect(resolveSettings({ file, env: { [name]: value } }).settings).toMatchObject({
    ...expected,
    retrieval: { topK: 3, ...("retrieval" in expected && expected.retrieval) },
  });
});

test("every setting knows where it was set", () => {
  const { origin } = resolveSettings({
    file: { via: "openrouter", roles: { judge: "opus-4.5" }, budget: 1, retrieval: { topK: 3 } },
    fileName: "ci.config.ts",
    env: { REHEARSE_BUDGET: "2", REHEARSE_KB: "./docs", OPENAI_BASE_URL: "https://gateway.example/v1" },
    flags: { seed: 5, via: undefined },
  });
  expect(origin("via")).toBe("via in ci.config.ts");
  expect(origin("roles", "judge")).toBe("roles.judge in ci.config.ts");
  expect(origin("roles", "observer")).toBe("roles.observer (default)");
  expect(origin("budget")).toBe("REHEARSE_BUDGET");
  expect(origin("retrieval", "kb")).toBe("REHEARSE_KB");
  expect(origin("retrieval", "topK")).toBe("retrieval.topK in ci.config.ts");
  expect(origin("providers", "openai", "baseURL")).toBe("OPENAI_BASE_URL");
  expect(spellOptions(origin("seed"), "flag")).toBe("--seed");
});

test.each([
  [{ REHEARSE_BUDGET: "five" }, "REHEARSE_BUDGET: expected a number, found text"],
  [{ REHEARSE_VIA: "elsewhere" }, 'REHEARSE_VIA: expected "direct" or "openrouter"'],
  [{ REHEARSE_ONE_KEY: "voyage" }, /^REHEARSE_ONE_KEY: expected true, false, or a provider: anthropic, /],
  [
    { OPENAI_BASE_URL: "htp://me:secret@nowhere/v1" },
    /^OPENAI_BASE_URL:\s+expected an address that begins with http:\/\/ or https:\/\/, found "htp:\/\/nowhere\/v1"\n/,
  ],
])("an invalid variable is named: %j", (env, message) => {
  expect(() => resolveSettings({ file: { budget: 1 }, env: { REHEARSE_SEED: "1", ...env } })).toThrow(
    message,
  );
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
    "an unknown field of a model",
    { models: { x: { provder: "xai" } } },
    /Unknown option "models\.x\.provder"\. Did you mean provider\?/,
  ],
  ["a wrong type", { budget: "five" }, /budget: expected a number/],
  ["an invalid base URL", { providers: { xai: { baseURL: "nowhere" } } }, /providers\.xai\.baseURL: /],
])("%s in the file is an error that names it", (_, file, message) => {
  expect(() => resolveSettings({ file, fileName: "rehearse.config.ts" })).toThrow(SettingsError);
  expect(() => resolveSettings({ file, fileName: "rehearse.config.ts" })).toThrow(message);
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
  const env = { REHEARSE_ONE_KEY: "true" };
  const resolved = resolveSettings({ env });
  const connected = (keys: Record<string, string>) =>
    connect(resolved.settings, { ...env, ...keys }, resolved).oneKey;
  expect(connected({ DEEPSEEK_API_KEY: "k", VOYAGE_API_KEY: "v" })).toBe("deepseek");
  expect(() => connected({ DEEPSEEK_API_KEY: "k", XAI_API_KEY: "x" })).toThrow(
    "REHEARSE_ONE_KEY needs one provider, and the keys of xai, deepseek are set.",
  );
  // What needs no key is played without one.
  expect(connected({})).toBeUndefined();
});
