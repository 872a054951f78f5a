import type { ResolvedModel } from "../../kernel/models/index.ts";

/** `provider/id`, with the id that the provider says answered: not always the one that was asked for. */
export const answeredAs = ({ provider, label }: ResolvedModel, id: string): string =>
  id === "" ? label : `${provider}/${id}`;
