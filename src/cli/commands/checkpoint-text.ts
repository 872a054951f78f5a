/** The whole state after a turn, to be read: what was said in its order, and everything else that is known. */
import type { Checkpoint, Message } from "../../contract/index.ts";
import { terminalText } from "../frame/index.ts";
import { outline } from "./outline.ts";

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
