import type { ComponentProps } from "react";
import { Select } from "../ui/index.ts";
import { Several } from "./several.tsx";

/** Several variants of which the first is the reference. They are sent in the order in which they were chosen. */
export function Compared({
  what,
  ...several
}: Omit<ComponentProps<typeof Several>, "children"> & {
  /** One of them, such as "prompt". */ what: string;
}) {
  const { chosen, onChange } = several;
  return (
    <Several {...several}>
      {chosen.length > 1 && (
        <Select
          label={`Reference ${what}: the ${chosen.length > 2 ? "others are" : "other is"} compared with it`}
          value={chosen[0]!}
          onChange={(value) => onChange([value, ...chosen.filter((each) => each !== value)])}
          options={chosen}
        />
      )}
    </Several>
  );
}
