import { useQuery } from "@tanstack/react-query";
import type { RetrievalOverview } from "../../../src/contract/index.ts";
import { getJson } from "../api/index.ts";
import { count, Loading, Problem, when } from "../ui/index.ts";
import { firstTarget, targetOptions } from "../retrieval/index.ts";
import { Choice, FieldRow, Several, useStart } from "./fields.tsx";
import { StartForm } from "./start-form.tsx";
import { checkOf } from "./start-requests.ts";

const remedies = {
  "missing-keys":
    "Choose “offline” under Against, which needs no key. Or set the key and restart the server.",
};

export function CheckForm() {
  const { preset } = useStart();
  const { data, error, refetch } = useQuery({
    queryKey: ["retrieval", "overview", undefined],
    queryFn: ({ signal }) => getJson<RetrievalOverview>("/api/retrieval/overview", {}, signal),
  });
  if (error) return <Problem error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <Loading what="the test banks" />;
  const { banks, targets } = data.can_run;
  const asked = preset.all("banks");
  return (
    <StartForm path="/api/check-runs" read={checkOf} label="New check" remedies={remedies}>
      {() => (
        <>
          <Several
            label="Banks"
            name="banks"
            options={banks.map(({ mechanism, tests }) => ({
              value: mechanism,
              text: `${mechanism}: ${count(tests, "test")}`,
              disabled: tests === 0,
            }))}
            chosen={
              asked.length > 0
                ? asked
                : banks.filter(({ tests }) => tests > 0).map(({ mechanism }) => mechanism)
            }
          />
          <FieldRow>
            <Choice
              label="Against"
              name="target"
              options={targetOptions(targets)}
              usual={firstTarget(data.can_run, data.latest !== null)}
            />
            <Choice
              label="Baseline"
              name="baseline"
              none="none"
              options={data.trend
                .toReversed()
                .map(({ results, at }) => ({ value: results, text: `${when(at)}: ${results}` }))}
            />
          </FieldRow>
        </>
      )}
    </StartForm>
  );
}
