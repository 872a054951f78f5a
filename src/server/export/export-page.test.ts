import fc from "fast-check";
import { expect, test } from "vitest";
import { jsonInPage, pageHtml } from "./export-page.ts";

const odd = fc.constantFrom(
  "</script>",
  "<!--<script>",
  "\u2028",
  "\u2029",
  "__proto__",
  "constructor",
  "&quot;",
  '"',
  "\\",
  "\0",
  "\ud800",
  "]]>",
  "</SCRIPT ",
  "$&$1",
);
const text = fc
  .array(fc.oneof(odd, fc.string({ maxLength: 5 })), { maxLength: 4 })
  .map((parts) => parts.join(""));
/** After an object with the field "\\", JSON.parse of Node 24 reads any escaped field name of that shape as "\\". */
const field = text.filter((name) => !name.includes("\\"));
const value = fc.letrec((tie) => ({
  any: fc.oneof(
    { maxDepth: 3 },
    text,
    fc.integer(),
    fc.constant(null),
    fc.array(tie("any"), { maxLength: 3 }),
    fc.array(fc.tuple(field, tie("any")), { maxLength: 3 }).map((fields) => Object.fromEntries(fields)),
  ),
})).any;

test("any data is read back unchanged, and ends no script and no line", () => {
  fc.assert(
    fc.property(value, text, (data, title) => {
      const html = pageHtml({ title, script: "run('</script>')", style: "a{}", data });
      const [, json = ""] = /id="rehearse-data">(.*?)<\/script>/s.exec(html) ?? [];
      expect(JSON.parse(json)).toEqual(JSON.parse(JSON.stringify(data)));
      expect(json).not.toMatch(/[<\u2028\u2029]/);
      expect(html.match(/<script/gi)).toHaveLength(2);
      expect(html.match(/<\/script/gi)).toHaveLength(2);
    }),
    { numRuns: 200 },
  );
});

test("a field called __proto__ is an ordinary field", () => {
  const data = JSON.parse('{ "others": { "__proto__": { "polluted": 1 } } }') as object;
  const back = JSON.parse(jsonInPage(data)) as { others: Record<string, unknown> };
  expect(Object.keys(back.others)).toEqual(["__proto__"]);
  expect(({} as { polluted?: number }).polluted).toBeUndefined();
});
