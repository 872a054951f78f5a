/**
 * The reference guides: every option, command and route, from the declarations that the program itself uses.
 *
 *     node docs/generate.ts     # writes them; tests/docs.test.ts fails where one is stale
 */
import { writeFileSync } from "node:fs";
import { sentence } from "../src/cli/frame/help.ts";
import { createHarness } from "../src/kernel/run/index.ts";
import { connect, resolveSettings } from "../src/kernel/settings/index.ts";
import { createApp } from "../src/server/index.ts";
import { commandGuide } from "./command-guide.ts";
import { libraryGuide } from "./library-guide.ts";
import { generated, page, tableOf } from "./markdown.ts";
import { settingsGuide } from "./settings-guide.ts";

export const reference: Readonly<Record<string, () => Promise<string>>> = {
  "docs/guide/configuration.md": async () => settingsGuide(),
  "docs/guide/cli.md": commandGuide,
  "docs/guide/api.md": libraryGuide,
  "docs/guide/http-api.md": routeGuide,
};

type Schema = {
  type?: string | string[];
  enum?: string[];
  items?: Schema;
  properties?: Record<string, Schema>;
  required?: string[];
  minimum?: number;
  maximum?: number;
  default?: unknown;
  description?: string;
  $ref?: string;
};
type Operation = {
  tags: [string];
  summary: string;
  description?: string;
  parameters?: { name: string; in: string; required?: boolean; schema: Schema; description?: string }[];
  requestBody?: { content: { "application/json": { schema: Schema } } };
  responses: Record<string, { description: string; content?: Record<string, { schema: Schema }> }>;
};
type OpenApi = {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Schema> };
};

/** What a server says of itself. */
async function described(): Promise<{ document: OpenApi; offered: string[] }> {
  const { settings } = resolveSettings({});
  const harness = createHarness({ settings, ...connect(settings, {}) });
  const token = "a-server-with-login-routes";
  const { app, close } = createApp({ harness, token, place: { host: "127.0.0.1", port: () => 80 } });
  try {
    const headers = { authorization: `Bearer ${token}` };
    const answerOf = async (path: string) =>
      (await app.request(`http://127.0.0.1${path}`, { headers })).json();
    const document = (await answerOf("/openapi.json")) as OpenApi;
    const { operations } = (await answerOf("/api/operations")) as { operations: { name: string }[] };
    return { document, offered: operations.map(({ name }) => `\`${name}\``) };
  } finally {
    await close();
    await harness.close();
  }
}

/** What a status of a refusal means. */
const STATUSES = [
  [
    "400",
    "The settings, banks, knowledge base or keys are missing or invalid, or stored files cannot be read.",
  ],
  ["401", "The token is missing or wrong."],
  ["402", "The budget is spent. Resume with a larger one."],
  ["403", "The Host, Origin, site, option, target or narrator is not allowed."],
  ["404", "Not found."],
  ["409", "It is already running here or in another process, or cannot be resumed alone."],
  ["413", "The body is larger than 1 MB."],
  ["415", "The body is not JSON."],
  ["422", "A parameter or body field is invalid; `option` names it."],
  ["429", "Too many runs or listeners."],
  ["500", "Internal error."],
  ["502", "A model or the system under test failed."],
  ["503", "The server is stopping, or the caller disconnected."],
  ["504", "A model or the system under test timed out."],
  ["507", "The disk is full."],
];

async function routeGuide(): Promise<string> {
  const { document, offered } = await described();
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      ...operation,
      route: `${method.toUpperCase()} ${path}`,
    })),
  );
  return page([
    "# HTTP API",
    generated,
    introduction(offered),
    "## Errors",
    `Each error is \`{ "error": { code, option, message, remedy } }\`:
\`code\` is stable, and \`option\` names the option, parameter or field that is wrong.`,
    tableOf(["status", "meaning"], STATUSES),
    ...[...Map.groupBy(operations, ({ tags: [tag] }) => tag)].flatMap(([tag, routes]) => [
      `## ${tag[0]!.toUpperCase()}${tag.slice(1)}`,
      tableOf(
        ["route", "purpose", "parameters", "answer"],
        routes.map((operation) => routeRow(operation, document)),
      ),
    ]),
  ]);
}

const successes = (responses: Operation["responses"]) =>
  Object.entries(responses).filter(([status]) => status !== "default");

function routeRow(
  { route, summary, description, parameters = [], requestBody, responses }: Operation & { route: string },
  document: OpenApi,
): string[] {
  const body = resolved(requestBody?.content["application/json"].schema, document);
  const fields = Object.entries(body?.properties ?? {}).map(([name, schema]) => ({ name, schema }));
  return [
    `\`${route}\``,
    [sentence(summary), description].filter(Boolean).join(" "),
    [...parameters.filter(({ in: place }) => place === "query"), ...fields]
      .map(({ name, schema }) => `\`${name}\`: ${valueOf(resolved(schema, document)!)}`)
      .join("; "),
    successes(responses)
      .map(([status, { content }]) => `${status}${mediaType(content)}`)
      .join(", "),
  ];
}

function valueOf({ type, enum: options, items, minimum, maximum }: Schema): string {
  if (options) return options.map((option) => `\`${option}\``).join(", ");
  if (items) return `list of ${items.enum ? valueOf(items) : `${String(items.type)}s`}`;
  const range = maximum === undefined ? "" : ` ${minimum ?? 0} to ${maximum}`;
  return `${[type ?? "any"].flat().join(" or ")}${range}`;
}

function resolved(schema: Schema | undefined, { components }: OpenApi): Schema | undefined {
  return schema?.$ref === undefined ? schema : components.schemas[schema.$ref.split("/").at(-1)!];
}

function mediaType(content: Record<string, unknown> | undefined): string {
  const [type] = Object.keys(content ?? {});
  return type === undefined || type === "application/json" ? "" : ` (\`${type}\`)`;
}

const introduction = (offered: readonly string[]) => `\`\`\`
$ rehearse serve --target offline
Viewer: http://127.0.0.1:4173
API: http://127.0.0.1:4173/openapi.json. Press Ctrl+C to stop.
$ curl 'http://127.0.0.1:4173/cli/test-harness?banks=pattern,state'
{"health_status":"EXCELLENT","combined_score":100,"total_tests":46,"hard_fails":0,…,"results_file":"results/results_2026-11-15-1201.json"}
$ curl -X POST http://127.0.0.1:4173/api/operations/replay -H 'Content-Type: application/json' \\
    -d '{"checkpoint":"innsmouth-2026-11-15-172854/turn-8.json","narrator":"house/looping"}'
{"id":"replay-20261115-172921-1","operation":"replay","state":"running",…}
$ curl 'http://127.0.0.1:4173/cli/test-harness?banks=stat'
{"error":{"code":"invalid-request","option":"banks","message":"banks: Invalid option: …","remedy":"…"}}
\`\`\`

By default the server accepts requests from this machine only.
It refuses an unknown \`Host\`, and an \`Origin\` or \`Sec-Fetch-Site\` of another site;
only a link to a page of the viewer may come from another site. \`--allow-host NAME\` adds a host name, for a proxy.
The server speaks plain HTTP.

On any other address it needs a token of at least 24 characters, in \`REHEARSE_TOKEN\`. Every request must carry it;
in a browser, every page shows a login form until the token is entered.

\`\`\`
$ export REHEARSE_TOKEN="$(openssl rand -hex 16)"
$ rehearse serve --host 0.0.0.0
$ curl -H "Authorization: Bearer $REHEARSE_TOKEN" http://127.0.0.1:4173/healthz
{"status":"ok"}
\`\`\`

\`POST /api/operations/NAME\` starts an operation with the options of the library function of that name ([api](api.md));
NAME is one of ${offered.join(", ")}. It answers with a job, whose progress, verdict and folder \`GET /api/jobs/ID\` has.
A request reads and writes in the workspace only, runs no module, and spends at most the server's \`--budget\`.
\`target\` is \`built-in\`, \`offline\` or the server's \`--target\`;
a narrator that is a module or an address needs \`--allow-narrator\` or the settings. Lists are paged:
pass \`next\` as \`cursor\` (turns: as \`from\`). Ctrl+C stops the server and its jobs, and saves them.

/openapi.json describes every parameter and answer.`;

if (import.meta.main)
  for (const [path, make] of Object.entries(reference)) {
    writeFileSync(new URL(`../${path}`, import.meta.url), await make());
    console.log(path);
  }
