import { useQuery } from "@tanstack/react-query";
import { sessionQuery } from "../session/session-queries.ts";
import { count, kindTitle, Select } from "../ui/index.ts";
import { checkpointIn } from "./checkpoint.ts";

/** The findings that replays from a checkpoint can repeat: those of its session after it. */
export function FindingSelect({
  label,
  describedBy,
  checkpoint = "",
  value,
  onChange,
}: {
  label: string;
  describedBy: string | undefined;
  checkpoint: string | undefined;
  value: string;
  onChange: (id: string) => void;
}) {
  const { session = "", turn = 0 } = checkpointIn(checkpoint) ?? {};
  const { data } = useQuery({ ...sessionQuery(session, null), enabled: session !== "" });
  const later = data?.result.issues.filter((issue) => issue.turn > turn) ?? [];
  // The address may name one before the session is read.
  const unlisted = value === "" || later.some(({ id }) => id === value) ? [] : [value];
  return (
    <Select
      label={label}
      describedBy={describedBy}
      value={value}
      none={session === "" ? "choose where to start first" : "none"}
      options={[
        ...later.map(({ id, kind, turn, pointsLost }) => ({
          value: id,
          text: `${kindTitle(kind)} in turn ${turn}, ${count(pointsLost, "point")} lost (${id})`,
        })),
        ...unlisted,
      ]}
      onChange={onChange}
    />
  );
}
