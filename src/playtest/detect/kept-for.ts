import type { Story } from "../../contract/index.ts";

/** Worked out once for each guide. */
export function keptFor<Made extends {}>(make: (guide: Story) => Made): (guide: Story) => Made {
  const made = new WeakMap<Story, Made>();
  return (guide) => {
    const known = made.get(guide);
    if (known !== undefined) return known;
    const found = make(guide);
    made.set(guide, found);
    return found;
  };
}
