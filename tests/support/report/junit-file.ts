/** Reads JUnit XML strictly, and checks the elements and attributes of the usual schema. */

export type Element = { name: string; attributes: Record<string, string>; children: Element[]; text: string };

/** Strict: every tag closed in order, attributes once and quoted, references of XML's own five, and characters that XML 1.0 allows. */
export function parseXml(xml: string): Element {
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

/** The schema that Jenkins, GitLab and test reporters of GitHub read: elements, their attributes, their children. */
const SHAPE: Record<string, { required: string[]; children: string[] }> = {
  testsuites: { required: ["name", "tests", "failures", "errors", "time"], children: ["testsuite"] },
  testsuite: {
    required: ["name", "tests", "failures", "errors", "skipped", "time"],
    children: ["testcase"],
  },
  testcase: {
    required: ["classname", "name", "time"],
    children: ["failure", "error", "skipped", "system-out"],
  },
  failure: { required: ["message", "type"], children: [] },
  error: { required: ["message", "type"], children: [] },
  skipped: { required: ["message"], children: [] },
  "system-out": { required: [], children: [] },
};

/** Throws unless the file is valid and its counts are right. */
export function readJunit(xml: string): Element {
  const root = parseXml(xml);
  if (root.name !== "testsuites") throw new Error(`the root is ${root.name}`);
  checkShape(root);
  for (const suite of [root, ...root.children])
    for (const [attribute, kind] of [
      ["failures", "failure"],
      ["errors", "error"],
      ...(suite === root ? [] : [["skipped", "skipped"]]),
    ] as const) {
      const found = casesOf(suite).filter(({ children }) =>
        children.some(({ name }) => name === kind),
      ).length;
      if (Number(suite.attributes[attribute]) !== found)
        throw new Error(`${suite.name} says ${attribute}="${suite.attributes[attribute]}" and has ${found}`);
    }
  return root;
}

export const casesOf = (element: Element): Element[] =>
  element.name === "testcase" ? [element] : element.children.flatMap(casesOf);

/** The cases with this outcome. */
export const casesWith = (root: Element, kind: "failure" | "error" | "skipped"): Element[] =>
  casesOf(root).filter(({ children }) => children.some(({ name }) => name === kind));

function checkShape({ name, attributes, children }: Element): void {
  const shape = SHAPE[name];
  if (!shape) throw new Error(`<${name}> is not in the schema`);
  if (JSON.stringify(Object.keys(attributes).sort()) !== JSON.stringify(shape.required.toSorted()))
    throw new Error(`<${name}> has ${Object.keys(attributes).join(", ")}`);
  if (attributes["time"] !== undefined && !/^\d+\.\d{3}$/.test(attributes["time"]))
    throw new Error(`time="${attributes["time"]}"`);
  if (name === "testcase" && children.length > 1) throw new Error("a case with two outcomes");
  for (const child of children) {
    if (!shape.children.includes(child.name)) throw new Error(`<${child.name}> in <${name}>`);
    checkShape(child);
  }
}
