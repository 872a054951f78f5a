import { describe, expect, test } from "vitest";
import { keepOut, redact, textWithoutSecrets, valueWithoutSecrets, withoutSecrets } from "./index.ts";

const key = "sk-ant/abcdefgh-1";
keepOut({
  ANTHROPIC_API_KEY: 'sk-ant/"quoted"+1',
  OPENAI_API_KEY: "short",
  XAI_API_KEY: key,
  NEW_KEY: "nk-12345678",
});

test("a backslash before a key is an escape in JSON but not in plain text", () => {
  expect(textWithoutSecrets(String.raw`key \nk-12345678 end`)).toBe(String.raw`key \[NEW_KEY] end`);
  expect(redact(String.raw`key \nk-12345678 end`)).toBe(String.raw`key \[NEW_KEY] end`);
  expect(withoutSecrets(String.raw`"\nk-12345678"`)).toBe(String.raw`"\nk-12345678"`);
});

const unicode = (text: string, slashes = 1) =>
  [...text]
    .map((char) => `${"\\".repeat(slashes)}u${char.charCodeAt(0).toString(16).padStart(4, "0")}`)
    .join("");

test("redacts every form of every key, and passwords in addresses; leaves short words", () => {
  expect(
    redact(
      `key sk-ant/"quoted"+1 as ${JSON.stringify('sk-ant/"quoted"+1')} and ${encodeURIComponent(key)} short http://me:pw@host/x https:\\/\\/me:pw@host`,
    ),
  ).toBe(
    'key [ANTHROPIC_API_KEY] as "[ANTHROPIC_API_KEY]" and [XAI_API_KEY] short http://[redacted]@host/x https:\\/\\/[redacted]@host',
  );
});

test.each([
  ["plain", key],
  ["one character escaped", key.replace("-", "\\u002d")],
  ["one escaped in capitals", key.replaceAll("-", "\\u002D")],
  ["the slash escaped", key.replace("/", "\\/")],
  ["all escaped", unicode(key)],
  ["all escaped, JSON in JSON", unicode(key, 2)],
  ["all escaped, JSON in JSON in JSON in JSON", unicode(key, 8)],
  ["an odd number of backslashes", unicode(key, 9)],
  ["in a URL", encodeURIComponent(key)],
  ["everything encoded in a URL", [...key].map((char) => `%${char.charCodeAt(0).toString(16)}`).join("")],
])("%s", (_, written) => {
  expect(withoutSecrets(`before ${written} after`)).toBe("before [XAI_API_KEY] after");
});

describe("JSON stays JSON", () => {
  test.each([
    { text: key },
    { [key]: [{ [key]: key }] },
    { text: `\\${key}\\` },
    { text: `"${key}"` },
    { text: JSON.stringify({ text: JSON.stringify({ key }) }) },
    { text: `${"\\".repeat(5)}${unicode(key)}` },
    { text: 'sk-ant/"quoted"+1', other: 'sk-ant/"quoted"+1\\' },
  ])("%j", (value) => {
    const clean = withoutSecrets(JSON.stringify(value));
    expect(() => JSON.parse(clean) as unknown).not.toThrow();
    expect(clean).toMatch(/\[(XAI|ANTHROPIC)_API_KEY\]/);
  });

  test("a line break before a text that continues like a key is not a part of the key", () => {
    const value = { text: "\nk-12345678" };
    expect(JSON.parse(withoutSecrets(JSON.stringify(value)))).toEqual(value);
    expect(withoutSecrets(JSON.stringify({ text: "\\nk-12345678" }))).toBe('{"text":"\\\\[NEW_KEY]"}');
  });
});

test("a value: its strings and the names of its fields; one without keys stays the same object", () => {
  expect(valueWithoutSecrets({ a: [key, 1], [key]: null })).toEqual({
    a: ["[XAI_API_KEY]", 1],
    "[XAI_API_KEY]": null,
  });
  const value = { a: [1, "two"] };
  expect(valueWithoutSecrets(value)).toBe(value);
});

test("a hostile text does not hang", () => {
  for (const part of ["\\", "s\\\\\\\\", "\\u0073", "sk-ant/abcdefgh-\\u003", "%73%6b", "http://"])
    expect(withoutSecrets(part.repeat(1_000_000 / part.length))).not.toBe("");
});
