import { useQuery } from "@tanstack/react-query";
import { checkChoices, firstTarget, overviewQuery } from "../retrieval/index.ts";
import { Loading, Problem } from "../ui/index.ts";
import { StartForm, type StartFormProps } from "./start-form.tsx";

/** A check names the banks, targets and earlier results that this server has. */
export function CheckForm(form: StartFormProps) {
  const { data, error, refetch } = useQuery(overviewQuery(undefined));
  if (error) return <Problem error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <Loading what="the test banks" />;
  return (
    <StartForm
      {...form}
      choices={checkChoices(data)}
      first={{ target: firstTarget(data.can_run, data.latest !== null) }}
    />
  );
}
