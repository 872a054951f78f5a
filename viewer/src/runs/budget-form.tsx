import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { postJson } from "../api/index.ts";
import { Problem } from "../ui/index.ts";

/** Resumes a run. A budget can be raised, and must be if it is spent. */
export function BudgetForm({
  path,
  name,
  words,
  budget,
}: {
  path: string;
  /** The run. */ name: string;
  /** On the button. */ words: string;
  /** False: it does not matter now. */
  budget: { now: number | null; suggested: number | undefined; required: boolean } | false;
}) {
  const client = useQueryClient();
  const suggested = budget ? budget.suggested : undefined;
  const [raised, setRaised] = useState(suggested === undefined ? "" : String(suggested));
  const change = useMutation({
    mutationFn: () => postJson(path, raised === "" ? {} : { budget: Number(raised) }),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: ["jobs"] });
      await client.invalidateQueries({ queryKey: ["runs"] });
    },
  });
  return (
    <form
      className="resume-form"
      onSubmit={(event) => {
        event.preventDefault();
        change.mutate();
      }}
    >
      {budget && (
        <label className="field inline">
          Budget, USD
          <input
            type="number"
            min={0.01}
            step="any"
            required={budget.required}
            placeholder={String(budget.now ?? "")}
            value={raised}
            onChange={(event) => setRaised(event.target.value)}
          />
        </label>
      )}
      <button type="submit" disabled={change.isPending} aria-label={`Resume ${name}`}>
        {change.isPending ? "Resuming …" : words}
      </button>
      {change.error && <Problem error={change.error} />}
    </form>
  );
}
