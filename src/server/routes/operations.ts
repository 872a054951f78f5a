/** Operations over HTTP: what there is, what it would do, and starting it. */
import { join } from "node:path";
import { createRoute, z, type OpenAPIHono } from "@hono/zod-openapi";
import { jobView, operationEstimate, operationInput, operationList } from "../../contract/index.ts";
import { HarnessError } from "../../kernel/errors/index.ts";
import type { Declaration } from "../../operations/declaration.ts";
import { inputCommand } from "../../operations/example-command.ts";
import type { RunEvent } from "../../operations/library-function.ts";
import type { Shared } from "../../operations/open-operation.ts";
import { plainResult, previewOperation } from "../../operations/run-operation.ts";
import {
  allowedInput,
  budgetToResume,
  folderOfId,
  listOffered,
  offeredNamed,
  type Jobs,
  type WorkTools,
} from "../jobs/index.ts";
import { resultsFiles } from "../retrieval/index.ts";
import type { Targets } from "../targets.ts";
import { answers, refusals } from "./route-schemas.ts";

const PATH = "/api/operations";
const tags = ["operations"];
const params = z.object({
  name: z.string().min(1).max(100).openapi({ description: "A name from GET /api/operations." }),
});
const body = { content: { "application/json": { schema: operationInput } } };

type Operations = {
  jobs: Jobs;
  tools: WorkTools;
  shared: Shared;
  targets: Targets;
  /** The folder of saved results. */ results: string;
  command: string;
};

export function addOperations(
  app: OpenAPIHono,
  { jobs, tools, shared, targets, results, command }: Operations,
): void {
  const { harness, workspace } = shared;

  async function asked(name: string, given: Record<string, unknown>) {
    const declaration = await offeredNamed(name);
    const input = await allowedInput(declaration, given, {
      harness,
      workspace,
      targets: targets.byName,
      storedAs: async (id) => resultsNamed(results, id) ?? folderOfId(tools, id),
    });
    if (name !== "resume" || typeof input["dir"] !== "string") return { declaration, input };
    // Not given is as stored, which the server's budget must not raise.
    const budget = await budgetToResume(tools, input["dir"], given["budget"] as number | undefined);
    return { declaration, input: { ...input, budget } };
  }

  app.openapi(
    createRoute({
      method: "get",
      path: PATH,
      tags,
      summary: "The operations that can be started, each with the JSON Schema of its input",
      description:
        "The options are those of the command and the library function of the same name. `value` says what a text is: FILE and DIR are paths in the workspace, MODEL a name of GET /api/choices, TARGET a target of GET /api/retrieval/overview; `content` marks the name of a story or a prompt.",
      responses: { 200: answers(operationList, "The operations."), ...refusals() },
    }),
    async (c) => c.json({ operations: await listOffered() }, 200),
  );

  app.openapi(
    createRoute({
      method: "post",
      path: `${PATH}/{name}`,
      tags,
      summary: "Start an operation",
      description:
        "The body is its input. Whatever keeps it from starting, such as a missing key, is refused at once. At most four jobs run at once, each for at most the server's --budget. Paths are relative to the workspace, or start with the id of a session or an experiment: `ID/turn-4.json`. Modules are refused.",
      request: { params, body },
      responses: {
        202: answers(jobView, "The job has started."),
        ...refusals(400, 402, 404, 409, 413, 415, 422, 429, 502, 503, 504, 507),
      },
    }),
    async (c) => {
      const { declaration, input } = await asked(c.req.valid("param").name, c.req.valid("json") ?? {});
      const job = await jobs.start(declaration, input);
      return c.json(job, 202, { Location: `/api/jobs/${job.id}` });
    },
  );

  app.openapi(
    createRoute({
      method: "post",
      path: `${PATH}/{name}/estimate`,
      tags,
      summary: "What an operation would do and cost",
      description:
        "From the same plan as the start and as `--dry-run`: nothing is written and no model is called. `problems` lists what would refuse the start.",
      request: { params, body },
      responses: {
        200: answers(operationEstimate, "The estimate."),
        ...refusals(400, 402, 404, 409, 413, 415, 422, 502, 504),
      },
    }),
    async (c) => {
      const given = c.req.valid("json") ?? {};
      const { declaration, input } = await asked(c.req.valid("param").name, given);
      if (!declaration.preview) throw withoutEstimate(declaration);
      const { signal } = c.req.raw;
      const notes: string[] = [];
      const on = (event: RunEvent) => event.type === "note" && notes.push(event.text);
      const surface = { shared, command, signal, on, style: "property" } as const;
      const { shown, data, problems } = await previewOperation(declaration, input, surface);
      const typed = inputCommand(declaration, given, command);
      const answer = { shown: [...shown], data: { ...data }, problems, notes, command: typed };
      return c.json(plainResult(answer), 200);
    },
  );
}

const resultsNamed = (results: string, name: string): string | undefined =>
  resultsFiles(results).includes(name) ? join(results, name) : undefined;

const withoutEstimate = ({ name }: Declaration) =>
  new HarnessError({
    code: "unknown-name",
    message: `${name} has no estimate.`,
    remedy: "GET /api/operations says which operations have one.",
  });
