import type { Story } from "../../contract/index.ts";
import { commitmentText } from "./commitments.ts";

/** A guide that its author wrote as text is given up to this many characters. */
const LONGEST_GUIDE = 24_000;

/** What the guide fixes, not how its beats are told. */
export function guideFacts(guide: Story): string {
  const {
    title,
    premise = "",
    text,
    setting,
    npcs,
    locations,
    devices,
    pulses,
    endings,
    commitments,
  } = guide;
  return [
    premise === title ? "" : premise,
    (text ?? "").slice(0, LONGEST_GUIDE),
    ...list("Setting", [setting?.place ?? "", setting?.time ?? "", ...(setting?.rules ?? [])]),
    ...list(
      "People",
      npcs.map(({ name, role = "", motive = "", secret = "" }) => `${name}: ${joined(role, motive, secret)}`),
    ),
    ...list(
      "Places",
      locations.map(({ name, description = "", details }) => `${name}: ${joined(description, ...details)}`),
    ),
    ...list(
      "Things",
      devices.map(({ name, description = "" }) => `${name}: ${description}`),
    ),
    ...list(
      "Beats, in the guide's order",
      pulses.map(({ title, facts }) =>
        joined(title, ...facts.map(({ entity, attribute, value }) => `(${entity}, ${attribute}: ${value})`)),
      ),
    ),
    ...list(
      "Endings",
      endings.map(({ title, when = "" }) => `${title}: ${when}`),
    ),
    ...list(
      "Commitments",
      commitments.map((commitment) => commitmentText(commitment, guide)),
    ),
  ]
    .filter((part) => part !== "")
    .join("\n");
}

const joined = (...parts: readonly string[]): string => parts.filter((part) => part !== "").join(" / ");

function list(title: string, items: readonly string[]): string[] {
  const lines = items.filter((item) => item !== "").map((item) => `- ${item.replaceAll(/\s+/g, " ")}`);
  return lines.length === 0 ? [] : [`${title}:`, ...lines];
}
