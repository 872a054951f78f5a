import { QueryClient } from "@tanstack/react-query";
import { ApiProblem } from "./request.ts";

/** What is refused stays refused: only a server that is away or busy is asked again. */
const worthAnother = (failures: number, error: unknown): boolean =>
  failures < 2 &&
  !(error instanceof ApiProblem && error.status >= 400 && error.status < 500 && error.status !== 429);

export const queryClient = new QueryClient({
  defaultOptions: { queries: { staleTime: 10_000, retry: worthAnother, refetchOnWindowFocus: false } },
});
