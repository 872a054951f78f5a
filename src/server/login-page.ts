/** Two small pages that need no script and no other file, and hold no data: the login form, and a page that loads itself again. */
import { createHash } from "node:crypto";

const STYLE = `:root{color-scheme:light dark;--text:light-dark(#1b2220,#e6eae8);
--muted:light-dark(#59645f,#9ba6a2);--accent:light-dark(#0b6b63,#5fd0c2)}
*{box-sizing:border-box}
body{min-height:100vh;margin:0;display:grid;place-items:center;padding:1rem;
font:16px/1.5 ui-sans-serif,system-ui,sans-serif;color:var(--text);background:light-dark(#f6f6f3,#14181a)}
main{width:min(24rem,100%);padding:1.75rem;background:light-dark(#fff,#1b2023);
border:1px solid light-dark(#dde1dc,#323a3e);border-radius:12px}
h1{margin:0 0 .25rem;font-size:1.3rem}
p{margin:0 0 1rem;color:var(--muted);font-size:.875rem}
label{display:block;font-size:.875rem;font-weight:600}
input,button{width:100%;min-height:2.75rem;margin-top:.35rem;padding:0 .75rem;font:inherit;border-radius:8px;
border:1px solid light-dark(#b9c0ba,#4a545a);color:inherit;background:light-dark(#fff,#14181a)}
button{margin-top:1rem;font-weight:600;cursor:pointer;color:light-dark(#fff,#06211e);background:var(--accent);border-color:var(--accent)}
:focus-visible{outline:2px solid var(--accent);outline-offset:2px}
[role=alert]{margin:1rem 0 0;color:light-dark(#ad2217,#ff9a8d)}
.out{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)}`;

const policy = (form: string): string =>
  `default-src 'none'; style-src 'sha256-${createHash("sha256").update(STYLE).digest("base64")}'; ` +
  `base-uri 'none'; form-action ${form}; frame-ancestors 'none'`;

/** A form of a page without a referrer has the origin `null`, which the server refuses. */
export const loginHeaders = { "Content-Security-Policy": policy("'self'"), "Referrer-Policy": "same-origin" };
export const reloadHeaders = { "Content-Security-Policy": policy("'none'") };

const signs: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };
const escaped = (text: string): string => text.replaceAll(/[&<>"']/g, (sign) => signs[sign]!);

const page = (title: string, head: string, body: string): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
${head}<title>${title}</title>
<link rel="icon" href="data:,">
<style>${STYLE}</style>
</head>
<body>
<main>
${body}
</main>
</body>
</html>
`;

/** A hidden, fixed user name, under which password managers store the token. */
export function loginPage({ next, problem }: { next: string; problem?: string | undefined }): string {
  const alert = problem === undefined ? "" : `<p role="alert" id="problem">${escaped(problem)}</p>\n`;
  return page(
    "Log in · Rehearse",
    "",
    `<h1>Rehearse</h1>
<p>This server needs its token: the value of REHEARSE_TOKEN where it was started.</p>
<form method="post" action="/login">
<input type="hidden" name="next" value="${escaped(next)}">
<input class="out" type="text" name="username" value="rehearse" autocomplete="username" tabindex="-1" aria-hidden="true" readonly>
<label for="token">Token</label>
<input id="token" name="token" type="password" autocomplete="current-password" required autofocus
 spellcheck="false"${problem === undefined ? "" : ' aria-invalid="true" aria-describedby="problem"'}>
<button>Log in</button>
${alert}</form>`,
  );
}

export const reloadPage = (address: string): string =>
  page(
    "Rehearse",
    `<meta http-equiv="refresh" content="0;url=${escaped(address)}">\n`,
    `<h1>Rehearse</h1>\n<p>Opening <a href="${escaped(address)}">the page</a> …</p>`,
  );
