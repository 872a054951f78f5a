/** Prints the whole state after a turn. */
import type { Checkpoint, Message } from "../../../contract/index.ts";
import { writeFileSafely } from "../../../kernel/store/index.ts";
import { encodeWholeFile, loadCheckpoint, wholeCheckpoint } from "../../../playtest/index.ts";
import { defineCommand, terminalText } from "../../frame/index.ts";

export default defineCommand({
  name: "checkpoint",
  summary: "Print the whole state after a turn",
  description:
    "A turn-N.json contains one turn. This combines it with the turns before it. With --out the result is one self-contained file that replay accepts too.",
  args: {
    positionals: [{ name: "file", help: "A turn-N.json, or a file written by --out.", required: true }],
  },
  flags: {
    out: { type: "string", value: "FILE", help: "The file to write, instead of printing the state." },
    json: { type: "boolean", help: "Print it as one JSON document." },
  },
  examples: [
    {
      command: "rehearse checkpoint sessions/abc123/turn-22.json",
      does: "Everything known after turn 22.",
    },
    {
      command: "rehearse checkpoint sessions/abc123/turn-22.json --out turn-22-whole.json",
      does: "One self-contained file.",
    },
  ],
  async run({ flags, positionals: [file], io }) {
    const { state } = loadCheckpoint(file);
    const whole = wholeCheckpoint(state);
    if (flags.out !== undefined) await writeFileSafely(flags.out, encodeWholeFile(whole));
    if (flags.json) return io.json(whole);
    io.out(
      flags.out === undefined
        ? checkpointText(whole)
        : `${whole.sessionId} after turn ${whole.turn}, written to ${flags.out}`,
    );
  },
});

/** The state after a turn as text: the messages in order, then the rest. */
export function checkpointText({
  sessionId,
  turn,
  branchedFrom,
  sessionConfig,
  conversationHistory,
  playerAgents,
  spokespersonId,
  detectedPulses,
  detectedTangents,
  privateMoments,
  issues,
  records,
}: Checkpoint): string {
  const { group, storyGuide, systemPrompt, ...config } = sessionConfig;
  const names = group.players.map(({ name }) => name);
  const section = (title: string, text: string) =>
    `\n── ${title} ${"─".repeat(Math.max(0, 76 - title.length))}\n${text === "" ? "none" : text}`;
  return terminalText(
    [
      `${sessionId} after turn ${turn}`,
      section("Config", outline({ branchedFrom, ...config })),
      section("Prompt", systemPrompt),
      section("Story guide", outline(storyGuide)),
      section("Players", outline({ spokesperson: spokespersonId, players: playerAgents })),
      section("What was said", conversationHistory.map((message) => said(message, names)).join("\n\n")),
      section("Pulses", detectedPulses.length === 0 ? "" : `in turns ${detectedPulses.join(", ")}`),
      section("Tangents", outline(detectedTangents)),
      section("Private moments", outline(privateMoments)),
      section("Issues", outline(issues)),
      section(
        "Turns, beside what was said",
        outline(
          records.map(({ narrator: { text: _text, ...narrator }, ...record }) => ({ ...record, narrator })),
        ),
      ),
    ].join("\n"),
  );
}

function said(
  { role, player, content, turn, classification, audience }: Message,
  names: readonly string[],
): string {
  const who = role === "narrator" ? "Narrator" : role === "spokesperson" ? `${player} for the group` : player;
  const alone =
    audience === undefined
      ? ""
      : role === "narrator"
        ? `, to ${audience.map((seat) => names[seat]).join(" and ") || "nobody"} alone`
        : ", to the narrator alone";
  return `Turn ${turn}, ${who}${alone}${classification === undefined ? "" : ` (${classification})`}: ${content}`;
}

/** Any plain value as indented lines. A multi-line text starts below its name. */
export function outline(value: unknown, indent = ""): string {
  return lines(value)
    .map((line) => `${indent}${line}`.trimEnd())
    .join("\n");
}

function lines(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap((item) => hung("- ", lines(item)));
  if (typeof value === "object" && value !== null)
    return Object.entries(value).flatMap(([name, inner]) => (inner === undefined ? [] : named(name, inner)));
  return String(value).split("\n");
}

function named(name: string, value: unknown): string[] {
  if (isEmpty(value)) return [`${name}: none`];
  const below = lines(value);
  const beside =
    typeof value !== "object" ||
    value === null ||
    (Array.isArray(value) && value.every((item) => typeof item === "number"));
  if (beside && Array.isArray(value)) return [`${name}: ${value.join(", ")}`];
  return beside && below.length === 1
    ? [`${name}: ${below[0]}`]
    : [`${name}:`, ...below.map((line) => `  ${line}`)];
}

const isEmpty = (value: unknown): boolean =>
  typeof value === "object" && value !== null && Object.keys(value).length === 0;

/** A hanging indent: the first line follows the mark, the others align with its text. */
const hung = (mark: string, [first = "", ...rest]: string[]): string[] => [
  `${mark}${first}`,
  ...rest.map((line) => `${" ".repeat(mark.length)}${line}`),
];
