import { expect, test } from "vitest";
import {
  goodTarget,
  selected,
  smallBanks,
  smallCheck,
} from "../../../tests/support/retrieval/small-check.ts";
import { ProviderFailure } from "../../kernel/models/index.ts";
import { junitReport } from "./index.ts";

type Element = { name: string; attributes: Record<string, string>; children: Element[]; text: string };

/** Strict: every tag closed in order, attributes once and quoted, references of XML's own five, and characters that XML 1.0 allows. */
function parseXml(xml: string): Element {
  // oxlint-disable-next-line no-control-regex -- XML has no place for these.
  if (/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/.test(xml) || !xml.isWellFormed())
    throw new Error("a character that XML does not allow");
  const body = xml.replace(/^<\?xml version="1\.0" encoding="UTF-8"\?>\n/, "");
  if (body === xml) throw new Error("no declaration");
  const root: Element = { name: "", attributes: {}, children: [], text: "" };
  const open = [root];
  let at = 0;
  for (const { 0: tag, index, groups } of body.matchAll(
    /<(?<close>\/)?(?<name>[a-z-]+)(?<attributes>(?: [a-z]+="[^"<]*")*)(?<empty>\/)?>/g,
  )) {
    open.at(-1)!.text += unescape(body.slice(at, index));
    at = index + tag.length;
    const { name = "", attributes = "" } = groups!;
    if (groups!["close"]) {
      if (open.pop()!.name !== name) throw new Error(`</${name}> closes another`);
      continue;
    }
    const pairs = [...attributes.matchAll(/([a-z]+)="([^"]*)"/g)].map(([, key, value]): [string, string] => [
      key!,
      unescape(value!),
    ]);
    if (new Set(pairs.map(([key]) => key)).size < pairs.length) throw new Error("an attribute twice");
    const element = { name, attributes: Object.fromEntries(pairs), children: [], text: "" };
    open.at(-1)!.children.push(element);
    if (!groups!["empty"]) open.push(element);
  }
  if (open.length !== 1 || root.children.length !== 1 || body.slice(at).trim() !== "")
    throw new Error("not closed, or more than one root");
  return root.children[0]!;
}

function unescape(text: string): string {
  if (/[<>]|&(?!(?:amp|lt|gt|quot|apos);)/.test(text)) throw new Error(`not escaped: ${text}`);
  return text
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&quot;", '"')
    .replaceAll("&apos;", "'")
    .replaceAll("&amp;", "&");
}

test("the strict reader refuses what is not well-formed", () => {
  const wrap = (inner: string) => `<?xml version="1.0" encoding="UTF-8"?>\n${inner}`;
  for (const bad of [
    "<a>",
    "<a></b>",
    "<a>&</a>",
    "<a>&nbsp;</a>",
    '<a b="1" b="2"/>',
    "<a/><a/>",
    "<a>\u0001</a>",
    '<a b="<"/>',
    "<a>\ud800</a>",
  ])
    expect(() => parseXml(wrap(bad))).toThrow();
  expect(parseXml(wrap('<a b="&lt;1&gt;">x &amp; y</a>'))).toMatchObject({
    name: "a",
    attributes: { b: "<1>" },
    text: "x & y",
  });
});

test("a suite for each bank and a case for each test; hard and critical fails are failures, missing ones errors, lower scores passes", async () => {
  const pattern = [
    ...smallBanks.pattern!,
    { ...smallBanks.pattern![1]!, test_id: "PAT-NEG-002", prompt: "again" },
  ];
  const xml = junitReport(
    await smallCheck(
      {
        ...goodTarget,
        semantic: async ({ test_id }) =>
          test_id === "V2-GR-001" ? { selections: selected("gray_rock") } : { selections: [] },
        state: () =>
          Promise.reject(
            new ProviderFailure({
              code: "outside-failed",
              message: 'answered 500: <html>"no" & never\u0007',
              remedy: "",
              transient: true,
              billing: "none",
            }),
          ),
        // A false positive is not a hard fail, but still critical.
        pattern: async ({ message }) => ({
          matches: message === "i want to diet" || message.includes("end it all") ? ["handler_crisis"] : [],
          details: [],
        }),
      },
      { banks: { ...smallBanks, pattern } },
    ),
  );
  const { name, children } = parseXml(xml);
  expect(name).toBe("testsuites");
  expect(
    children.map(({ attributes: { name, tests, failures, errors } }) => [name, tests, failures, errors]),
  ).toEqual([
    ["semantic", "2", "1", "0"],
    ["state", "1", "0", "1"],
    ["pattern", "3", "1", "0"],
    ["always", "1", "0", "0"],
  ]);
  const cases = Object.fromEntries(
    children.flatMap((suite) => suite.children.map((each) => [each.attributes["name"]!, each])),
  );
  expect(cases["V2-GR-001 Bait"]).toMatchObject({
    attributes: { classname: "semantic", time: expect.stringMatching(/^\d+\.\d{3}$/) },
    children: [{ name: "system-out", text: expect.stringMatching(/^score 90: .*biff_response/) }],
  });
  expect(cases["V2-LOY-001 Torn"]!.children).toMatchObject([
    {
      name: "failure",
      attributes: { message: "score 0" },
      text: expect.stringContaining("Primary expected entity not found"),
    },
  ]);
  expect(cases["STATE-001"]!.children).toMatchObject([
    { name: "error", attributes: { message: 'answered 500: <html>"no" & never' } },
  ]);
  expect(cases["PAT-NEG-001"]!.children).toMatchObject([
    { name: "failure", attributes: { message: "score 80, a critical failure" } },
  ]);
  expect(cases["PAT-CRISIS-001"]!.children).toEqual([]);
  expect(cases["ALWAYS-001"]!.children).toEqual([]);
});

test("names of every kind keep it well-formed", async () => {
  const names = [
    "<b>\"x\"</b> & 'y'",
    "]]>",
    "half \ud800 a pair",
    "\u0000\u0008\u000b\u001f\ufffe\uffff tab\tnew\nline",
    "<!-- -->",
    "&amp;",
  ];
  const semantic = names.map((name, index) => ({
    ...smallBanks.semantic![1]!,
    test_id: `V2-${index}`,
    name,
  }));
  const { children } = parseXml(junitReport(await smallCheck(goodTarget, { banks: { dir: "", semantic } })));
  expect(children[0]!.children.map(({ attributes }) => attributes["name"])).toEqual([
    "V2-0 <b>\"x\"</b> & 'y'",
    "V2-1 ]]>",
    "V2-2 half \ufffd a pair",
    "V2-3  tab\tnew\nline",
    "V2-4 <!-- -->",
    "V2-5 &amp;",
  ]);
});
