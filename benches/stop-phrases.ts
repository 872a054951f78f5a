/**
 * Counts phrases that the house style avoids, per folder, in strings, comments and test names. `node benches/stop-
 * phrases.ts [--list] [FOLDER…]`; --list prints each sentence with its place.
 */
import { globSync, readFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { parseSync, Visitor } from "vite";

const stops = [
  /(?<!there )\b(is|are|was|were) (no (?!longer\b|more\b|different\b)\w+|none\b)|\bnothing of this name\b/i,
  /\b(go|goes|going|gone|went) on\b|\bput away\b|\bonce more\b|\bstands? alone\b/i,
  /\bwhoever\b|\bwhatever\b|\bnobody\b|(^|[.:;] )what [^.;?]*\b(is|are|was|has|does)\b[^?]*$|(^|[.:;] )of [^.,]* there (is|are)\b/i,
  /\bas asked\b|\bwhat is asked\b|\bbeforehand\b|\brests? on\b|\bas it stands\b|\bfor good\b|\bfrom outside\b/i,
  /\bnothing beside\b|\bcounts? for nothing\b|\bbelongs? here\b|\bit is missing\b|\bor has no score\b|\btimes (of|in) five\b|\ball of it\b/i,
  /\bwhose\b|\bof which\b|\b(is|are|was|were|be) told\b|\bto be had\b|\bcould not be had\b|\banew\b|\blest\b/i,
];
const { values, positionals } = parseArgs({ options: { list: { type: "boolean" } }, allowPositionals: true });
const folders = positionals.length > 0 ? positionals : ["src/*", "viewer/src", "tests/*", "benches"];
const isTest = /^(test|it|describe)\b/;

for (const folder of folders.flatMap((pattern) => globSync(pattern)).sort()) {
  const found = { strings: 0, comments: 0, "test names": 0 };
  const read = { ...found };
  for (const file of globSync(folder.includes(".ts") ? folder : `${folder}/**/*.{ts,tsx}`).sort()) {
    const source = readFileSync(file, "utf8");
    const { program, comments } = parseSync(file, source);
    const note = (kind: keyof typeof found, start: number, text: string): void => {
      read[kind] += 1;
      const plain = text.replaceAll(/\n\s*(\*|\/\/)?\s*/g, " ").trim();
      if (!stops.some((stop) => stop.test(plain))) return;
      found[kind] += 1;
      if (values.list) console.log(`${file}:${source.slice(0, start).split("\n").length} [${kind}] ${plain}`);
    };
    const names = new Set<number>();
    for (const { start, value } of comments) note("comments", start, value);
    new Visitor({
      CallExpression: ({ callee, arguments: [name] }) => {
        if (name && isTest.test(source.slice(callee.start, callee.end))) names.add(name.start);
      },
      Literal: ({ start, value }) => {
        if (typeof value === "string" && value.includes(" "))
          note(names.has(start) ? "test names" : "strings", start, value);
      },
      TemplateLiteral: ({ start, end }) =>
        note(names.has(start) ? "test names" : "strings", start, source.slice(start + 1, end - 1)),
      JSXText: ({ start, value }) => note("strings", start, value),
    }).visit(program);
  }
  const kinds = Object.keys(found) as (keyof typeof found)[];
  console.log(
    `${folder.padEnd(24)} ${kinds.map((kind) => `${kind} ${found[kind]}/${read[kind]}`.padEnd(22)).join("")}`,
  );
}
