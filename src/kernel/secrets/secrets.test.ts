import { expect, test } from "vitest";
import { keepOut, redact, valueWithoutSecrets, withoutSecrets } from "./index.ts";

const key = "sk-ant/abcdefgh-1";
const quoted = 'sk-ant/"quoted"+1';
keepOut({ ANTHROPIC_API_KEY: quoted, OPENAI_API_KEY: "short", XAI_API_KEY: key, LONGER_KEY: `${key}-2` });

test("redacts every key, and passwords in addresses; leaves short words", () => {
  expect(redact(`key ${quoted} and ${key}-2 short http://me:pw@host/x https:\\/\\/me:pw@host`)).toBe(
    "key [ANTHROPIC_API_KEY] and [LONGER_KEY] short http://[redacted]@host/x https:\\/\\/[redacted]@host",
  );
});

test.each([
  ["plain", key],
  ["its slash escaped", key.replace("/", "\\/")],
  ["its signs escaped", key.replaceAll("-", "\\u002d").replace("/", "\\u002f")],
  ["its signs escaped in capitals", key.replaceAll("-", "\\u002D").replace("/", "\\u002F")],
  ["in a URL", encodeURIComponent(key)],
  ["in a URL, in small letters", encodeURIComponent(key).toLowerCase()],
])("%s", (_, written) => {
  expect(withoutSecrets(`before ${written} after`)).toBe("before [XAI_API_KEY] after");
});

test.each([
  { text: key },
  { [key]: [{ [key]: key }] },
  { text: `\\${key}\\` },
  { text: `"${key}"` },
  { text: JSON.stringify({ text: JSON.stringify({ key }) }) },
  { text: quoted, other: `${quoted}\\` },
])("JSON stays JSON: %j", (value) => {
  const clean = withoutSecrets(JSON.stringify(value));
  expect(() => JSON.parse(clean) as unknown).not.toThrow();
  expect(clean).toMatch(/\[(XAI|ANTHROPIC)_API_KEY\]/);
});

test("a value: its strings, as they are read, and the names of its fields", () => {
  expect(
    valueWithoutSecrets({ a: [key, 1, key.replaceAll("-", "\\u002d").replace("/", "\\u002f")], [key]: null }),
  ).toEqual({
    a: ["[XAI_API_KEY]", 1, "[XAI_API_KEY]"],
    "[XAI_API_KEY]": null,
  });
});
