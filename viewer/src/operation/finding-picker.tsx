import { useQuery } from "@tanstack/react-query";
import { kindWords } from "../../../src/contract/playtest/finding-words.ts";
import { sessionQuery } from "../session/session-queries.ts";
import { Select } from "../ui/index.ts";
import { checkpointIn } from "./checkpoint.ts";
import { type Input, labelOf } from "./operation-schema.ts";

/** A finding of the session that is chosen to start from, after the turn that is chosen. */
export function FindingPicker({
  describedBy,
  input,
  onChange,
}: {
  describedBy: string | undefined;
  input: Input;
  onChange: (id: string) => void;
}) {
  const from = checkpointIn([input["checkpoint"] ?? ""].flat().map(String)[0] ?? "");
  const { data } = useQuery({ ...sessionQuery(from?.session ?? "", null), enabled: from !== null });
  const later = data?.result.issues.filter(({ turn }) => turn > (from?.turn ?? 0)) ?? [];
  return (
    <Select
      label={labelOf("finding")}
      describedBy={describedBy}
      value={String(input["finding"] ?? "")}
      none={later.length > 0 ? "none: by the points lost" : "none"}
      options={later.map(({ id, kind, turn }) => ({ value: id, text: `turn ${turn}: ${kindWords(kind)}` }))}
      onChange={onChange}
    />
  );
}
