import type { Story } from "../../../contract/index.ts";

/** Worked out once for each guide. */
export function keptFor<Made>(make: (guide: Story) => Made): (guide: Story) => Made {
  const made = new WeakMap<Story, Made>();
  return (guide) => {
    const known = made.get(guide) ?? make(guide);
    made.set(guide, known);
    return known;
  };
}
