import type { Story } from "../../contract/index.ts";

export type StoryProblem = { severity: "error" | "warning"; problem: string };

const USUAL_PULSES = 20;

/** What the schema cannot see: references that lead nowhere are errors; what is never used, or unusual, is a warning. */
export function checkStory(guide: Story): StoryProblem[] {
  const problems: StoryProblem[] = [];
  const error = (problem: string) => problems.push({ severity: "error", problem });
  const warn = (problem: string) => problems.push({ severity: "warning", problem });
  const { pulses, npcs, locations, devices, endings, privateHooks, names } = guide;

  const parts = { pulses, npcs, locations, devices, endings, hooks: Object.values(privateHooks).flat() };
  for (const [kind, list] of Object.entries(parts)) {
    for (const id of repeated(list.map(({ id }) => id))) error(`${kind}: the id "${id}" is used twice`);
  }
  for (const name of repeated(names)) error(`names: "${name}" stands there twice`);
  for (const { name } of npcs) if (names.includes(name)) error(`names: "${name}" is also an NPC`);

  const has = { npcs: ids(npcs), locations: ids(locations), devices: ids(devices) };
  for (const pulse of pulses) {
    if (pulse.location !== undefined && !has.locations.has(pulse.location))
      error(`pulse "${pulse.id}": there is no location "${pulse.location}"`);
    for (const npc of pulse.npcs)
      if (!has.npcs.has(npc)) error(`pulse "${pulse.id}": there is no NPC "${npc}"`);
    for (const device of pulse.devices)
      if (!has.devices.has(device)) error(`pulse "${pulse.id}": there is no device "${device}"`);
  }
  for (const id of unused(
    npcs,
    pulses.flatMap((pulse) => pulse.npcs),
  ))
    warn(`NPC "${id}" is in no pulse`);
  for (const id of unused(
    locations,
    pulses.flatMap((pulse) => pulse.location ?? []),
  ))
    warn(`location "${id}" is in no pulse`);
  for (const id of unused(
    devices,
    pulses.flatMap((pulse) => pulse.devices),
  ))
    warn(`device "${id}" is in no pulse`);

  const order = new Map(pulses.map(({ id }, index) => [id, index]));
  for (const { id, at, payoffAt } of parts.hooks) {
    const told = order.get(at);
    const paid = order.get(payoffAt);
    if (told === undefined) error(`hook "${id}": there is no pulse "${at}" to tell it at`);
    if (paid === undefined) error(`hook "${id}": there is no pulse "${payoffAt}" to pay it off at`);
    if (told !== undefined && paid !== undefined && paid <= told)
      error(`hook "${id}" pays off before it is told`);
  }
  if (pulses.length === 0) warn("no beats: completion and pace cannot be measured");
  else if (Math.abs(pulses.length - USUAL_PULSES) > 5)
    warn(`${pulses.length} pulses: about ${USUAL_PULSES} make a session`);
  // Endings follow the last pulse, one for each way it can go: more than its choice has ways can never all be reached.
  const ways = pulses.at(-1)?.choice?.options.length;
  if (ways !== undefined && endings.length > ways)
    warn(
      `${endings.length} endings, but the last pulse's choice has ${ways} ways: the last ${endings.length - ways} cannot be reached by it`,
    );
  return problems;
}

const ids = (list: ReadonlyArray<{ id: string }>) => new Set(list.map(({ id }) => id));

function repeated(list: readonly string[]): string[] {
  return [...new Set(list.filter((item, index) => list.indexOf(item) !== index))];
}

function unused(list: ReadonlyArray<{ id: string }>, used: readonly string[]): string[] {
  const seen = new Set(used);
  return list.map(({ id }) => id).filter((id) => !seen.has(id));
}
