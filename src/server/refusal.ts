import type { ContentfulStatusCode } from "hono/utils/http-status";
import type { Problem } from "../contract/index.ts";
import { HarnessError, type HarnessErrorFacts } from "../kernel/errors/index.ts";

export type Issue = NonNullable<Problem["error"]["issues"]>[number];

/** A request that is not answered, with the status that says so. */
export class Refusal extends HarnessError {
  readonly status: ContentfulStatusCode;
  readonly issues: readonly Issue[] | undefined;

  constructor({
    status,
    issues,
    ...facts
  }: HarnessErrorFacts & { status: ContentfulStatusCode; issues?: readonly Issue[] }) {
    super(facts);
    this.status = status;
    this.issues = issues;
  }
}
