import { expect, test } from "vitest";
import type { AuditedPlayer, SessionResult } from "../../contract/index.ts";
import { exampleSession } from "../../../tests/support/playtest/example-session.ts";
import { auditSection } from "./audit-section.ts";

const player: AuditedPlayer = {
  seat: 0,
  archetype: "curious",
  turns: 31,
  drawn: 7,
  expectedRate: 0.3,
  drawnInterval: [0.1, 0.41],
  shown: { whenDrawn: 2, askedFor: 2, otherwise: 4, notAskedFor: 22 },
};
const row = (given: Partial<AuditedPlayer>) =>
  auditSection(exampleSession([]), {
    audit: { broken: false, why: [], notes: [], players: [{ ...player, ...given }] },
  } as unknown as SessionResult)
    .join("\n")
    .split("\n")
    .find((line) => line.startsWith("| Sam"));

test("drawn turns either show the quirk or were not checked: the numbers add up", () => {
  expect(row({})).toBe(
    "| Sam | curious | 7 of 31 turns (10 % to 41 %) | 30 % | 2 of 2 | 4 of 22 | 5 drawn, 2 others |",
  );
  expect(row({ shown: null })).toBe("| Sam | curious | 7 of 31 turns (10 % to 41 %) | 30 % | - | - | - |");
});

test("notes on players are announced, not denied", () => {
  const said = (notes: object[]) =>
    auditSection(exampleSession([]), {
      audit: { broken: false, why: [], notes, players: [] },
    } as unknown as SessionResult).join("\n");
  expect(said([])).toContain("No problems with the players found.");
  const noted = said([
    { kind: "speaks-for-others", seat: 0, turn: 3, note: "He speaks for Ada.", quote: "" },
  ]);
  expect(noted).toContain("The players did not break this session. Notes:");
  expect(noted).not.toContain("No problems");
});

test("an expected rate outside the interval is marked", () => {
  expect(row({ drawnInterval: [0.31, 0.64] })).toContain("| 30 % (outside) |");
  expect(row({ drawnInterval: [0.1, 0.29] })).toContain("| 30 % (outside) |");
});
