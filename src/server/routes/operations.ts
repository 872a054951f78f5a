/** Operations over HTTP: what there is, what it would do, and starting it. */
import { join } from "node:path";
import { type OpenAPIHono, z } from "@hono/zod-openapi";
import { jobView, operationEstimate, operationInput, operationList } from "../../contract/index.ts";
import type { RunEvent } from "../../operations/library-function.ts";
import type { Shared } from "../../operations/open-operation.ts";
import { plainResult, previewOperation } from "../../operations/run-operation.ts";
import {
  allowedInput,
  budgetToResume,
  folderOfId,
  listOffered,
  missingBudget,
  offeredNamed,
  type Jobs,
} from "../jobs/index.ts";
import type { Playtests } from "../playtest/index.ts";
import { bodyStyle, remedyOverHttp } from "../problem.ts";
import { resultsFiles } from "../retrieval/index.ts";
import type { Targets } from "../targets.ts";
import { routesIn } from "./route-schemas.ts";

const params = z.object({
  name: z.string().min(1).max(100).openapi({ description: "A name from GET /api/operations." }),
});
const body = operationInput.optional();

type Operations = {
  jobs: Jobs;
  playtests: Pick<Playtests, "index" | "workspace">;
  shared: Shared;
  targets: Targets;
  /** The folder of saved results. */ results: string;
  command: string;
};

export function addOperations(
  app: OpenAPIHono,
  { jobs, playtests, shared, targets, results, command }: Operations,
): void {
  const { harness, workspace } = shared;
  const route = routesIn(app, "operations");

  async function asked(name: string, given: Record<string, unknown>) {
    const declaration = await offeredNamed(name);
    const input = await allowedInput(declaration, given, {
      harness,
      workspace,
      targets: targets.byName,
      storedAs: async (id) => resultsNamed(results, id) ?? folderOfId(playtests, id),
    });
    if (name !== "resume" || typeof input["dir"] !== "string") return { declaration, input };
    const asked = given["budget"] as number | undefined;
    const budget = budgetToResume(input["dir"], { asked, most: harness.settings.budget });
    return { declaration, input: { ...input, budget } };
  }

  route("get /api/operations", {
    summary: "The operations that can be started, each with the JSON Schema of its input",
    description:
      "The options are those of the command and the library function of the same name. " +
      "`value` says what a text is: FILE and DIR are paths in the workspace, MODEL a name of GET /api/choices, " +
      "TARGET a target of GET /api/retrieval/overview; `content` marks the name of a story or a prompt.",
    answer: operationList,
    answerTo: async () => ({ operations: await listOffered() }),
  });

  route("post /api/operations/{name}", {
    summary: "Start an operation",
    description:
      "The body is its input. If it cannot start, for example without a key, it is refused at once. " +
      "At most four jobs run at once, each for at most the server's --budget; " +
      "without that, an operation that costs money, or whose cost is not known, needs `budget`. " +
      "Paths are relative to the workspace, or start with the id of a session or an experiment: `ID/turn-4.json`. " +
      "Modules are refused.",
    params,
    body,
    answer: jobView,
    status: 202,
    async answerTo({ params: { name }, body: given = {}, signal }, c) {
      const { declaration, input } = await asked(name, given);
      if (input["budget"] === undefined) {
        const surface = { shared, command, signal, on: () => {}, style: bodyStyle };
        const missing = missingBudget(await previewOperation(declaration, input, surface));
        if (missing) throw missing;
      }
      const job = await jobs.start(declaration, input);
      c.header("Location", `/api/jobs/${job.id}`);
      return job;
    },
  });

  route("post /api/operations/{name}/estimate", {
    summary: "What an operation would do and cost",
    description:
      "Uses the same plan as a start and `--dry-run`: nothing is written and no model is called. " +
      "`problems` lists what would refuse the start.",
    params,
    body,
    answer: operationEstimate,
    async answerTo({ params: { name }, body: given = {}, signal }) {
      const { declaration, input } = await asked(name, given);
      const notes: string[] = [];
      const on = (event: RunEvent) => event.type === "note" && notes.push(event.text);
      const surface = { shared, command, signal, on, style: bodyStyle };
      const previewed = await previewOperation(declaration, input, surface);
      const { shown, data } = previewed;
      const found = [...previewed.problems, missingBudget(previewed)?.spell(bodyStyle) ?? []].flat();
      const problems = found.map(({ code, option, message, remedy }) => ({
        code,
        option,
        message,
        remedy: remedyOverHttp({ code, remedy }),
      }));
      return plainResult({ shown: [...shown], data: { ...data }, problems, notes });
    },
  });
}

const resultsNamed = (results: string, name: string): string | undefined =>
  resultsFiles(results).includes(name) ? join(results, name) : undefined;
