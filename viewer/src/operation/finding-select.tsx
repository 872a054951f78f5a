import { useQuery } from "@tanstack/react-query";
import type { ComponentProps } from "react";
import { sessionQuery } from "../session/session-queries.ts";
import { count, kindTitle, Select } from "../ui/index.ts";
import { checkpointIn } from "./checkpoint.ts";

/** The findings that replays from a checkpoint can repeat: those of its session after it. */
export function FindingSelect({
  checkpoint = "",
  ...select
}: ComponentProps<typeof Select> & { checkpoint: string | undefined }) {
  const { session = "", turn: start = 0 } = checkpointIn(checkpoint) ?? {};
  const { data } = useQuery({ ...sessionQuery(session, null), enabled: session !== "" });
  const options = (data?.result.issues ?? [])
    .filter(({ turn }) => turn > start)
    .map(({ id, kind, turn, pointsLost }) => ({
      value: id,
      text: `${kindTitle(kind)} in turn ${turn}, ${count(pointsLost, "point")} lost (${id})`,
    }));
  // The address may name one before the session is read.
  const isListed = select.value === "" || options.some(({ value }) => value === select.value);
  return (
    <Select
      {...select}
      none={session === "" ? "choose where to start first" : "none"}
      options={isListed ? options : [...options, select.value]}
    />
  );
}
