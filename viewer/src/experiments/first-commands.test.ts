import { expect, test } from "vitest";
import { abCommand, bisectCommand } from "./first-commands.ts";

const session = { id: "a-1", turns: 9, outcome: "timeout", live: false } as const;

test("without a session, the command plays one to start from", () => {
  expect(abCommand([])).toMatchObject({ isReady: false, command: expect.stringMatching(/^rehearse play /) });
  expect(bisectCommand([{ ...session, outcome: "completed" }])).toMatchObject({
    isReady: false,
    command: expect.stringMatching(/^rehearse play --narrator house\/derailed /),
  });
});

test("with one, it names the session and a turn in its middle", () => {
  expect(abCommand([session]).command).toBe(
    "rehearse ab --checkpoint sessions/a-1/turn-5.json --b prompt=structured",
  );
  expect(bisectCommand([session]).command).toBe("rehearse bisect sessions/a-1");
});

test("sessions of experiments, running ones and odd names are not used", () => {
  const others = [
    { ...session, of: { kind: "matrix", id: "m" } as const },
    { ...session, live: true },
    { ...session, id: "a b" },
    { ...session, id: "$(x)" },
    { ...session, unreadable: "no turns" },
  ];
  for (const other of others) expect(abCommand([other]).isReady).toBe(false);
});
