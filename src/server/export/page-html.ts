import { createHash } from "node:crypto";

/** What ends a script for a parser of HTML is written so that it is the same to one of JavaScript or JSON. */
const inScript = (text: string): string => text.replaceAll(/<(?=\/?script|!--)/gi, String.raw`\x3C`);

/** Data in a page: nothing in it can be taken for markup, nor for the end of a line of a script. */
export const jsonInPage = (data: unknown): string =>
  JSON.stringify(data)
    .replaceAll("<", String.raw`\u003c`)
    .replaceAll("\u2028", String.raw`\u2028`)
    .replaceAll("\u2029", String.raw`\u2029`);

const escaped: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };
const escape = (text: string): string => text.replaceAll(/[&<>"]/g, (sign) => escaped[sign]!);

const hashOf = (text: string): string => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;

/** A page that asks nobody for anything: only this script and these styles are let, by their hashes. */
export function pageHtml({
  title,
  script,
  style,
  data,
}: {
  title: string;
  script: string;
  style: string;
  data: unknown;
}): string {
  const [code, css] = [inScript(script), style.replaceAll(/<(?=\/style)/gi, String.raw`\3C `)];
  const policy = `default-src 'none'; script-src ${hashOf(code)}; style-src ${hashOf(css)}; style-src-attr 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'`;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${escape(policy)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<title>${escape(title)} · Rehearse</title>
<link rel="icon" href="data:,">
<style>${css}</style>
</head>
<body>
<div id="root"></div>
<noscript>This page is a JavaScript application that asks nobody for anything.</noscript>
<script type="application/json" id="rehearse-data">${jsonInPage(data)}</script>
<script type="module">${code}</script>
</body>
</html>
`;
}
