import { useQuery } from "@tanstack/react-query";
import type { RetrievalOverview } from "../../../src/contract/index.ts";
import { getJson } from "../api/index.ts";
import { count, Loading, Problem, when } from "../ui/index.ts";
import { firstTarget } from "../retrieval/index.ts";
import { FieldRow, Several, type Preset } from "./fields.tsx";
import { StartForm } from "./start-form.tsx";
import { checkOf } from "./start-requests.ts";

const remedies = {
  "missing-keys":
    "Choose “offline” under Against, which needs no key. Or set the key and restart the server.",
};

export function CheckForm({ preset }: { preset: Preset }) {
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
            <label className="field">
              Against
              <select
                name="target"
                defaultValue={preset.one("target") ?? firstTarget(data.can_run, data.latest !== null)}
              >
                {targets.map(({ ask }) => (
                  <option key={ask} value={ask}>
                    {ask === "offline" ? "offline: needs no key" : ask}
                  </option>
                ))}
              </select>
            </label>
            <label className="field">
              Baseline
              <select name="baseline" defaultValue={preset.one("baseline") ?? ""}>
                <option value="">none</option>
                {data.trend.toReversed().map(({ results, at }) => (
                  <option key={results} value={results}>
                    {when(at)}: {results}
                  </option>
                ))}
              </select>
            </label>
          </FieldRow>
        </>
      )}
    </StartForm>
  );
}
