import { hostname } from "node:os";
import { expect, test } from "vitest";
import { isLoopback, ourNames } from "./guard.ts";

const among = (place: Parameters<typeof ourNames>[0], origins: string[]) => origins.filter(ourNames(place));
const port = () => 4173;

test("this machine's own addresses", () => {
  expect(
    ["127.0.0.1", "127.8.9.1", "localhost", "LocalHost", "::1", "[::1]"].filter(isLoopback),
  ).toHaveLength(6);
  expect(
    [
      "",
      "0",
      "0.0.0.0",
      "::",
      "127.1",
      "127.0.0.1.evil.example",
      "localhost.evil.example",
      "10.0.0.1",
      "::ffff:10.0.0.1",
      "127",
    ].filter(isLoopback),
  ).toEqual([]);
});

test("on loopback: three names, the right port, and nothing else", () => {
  const ours = [
    "http://127.0.0.1:4173",
    "http://localhost:4173",
    "http://LOCALHOST:4173",
    "http://[::1]:4173",
  ];
  expect(among({ host: "127.0.0.1", port }, ours)).toEqual(ours);
  expect(
    among({ host: "127.0.0.1", port }, [
      "http://127.0.0.1",
      "http://localhost:4174",
      "https://localhost:4173",
      "http://localhost.:4173",
      "http://a@localhost:4173",
      "http://localhost:4173/x",
      "http://localhost:4173?x",
      "http://10.0.0.1:4173",
      "http://evil.example:4173",
      `http://${hostname()}.evil:4173`,
      "file://localhost",
      "null",
      "",
    ]),
  ).toEqual([]);
  expect(
    among({ host: "127.0.0.1", port: () => 80 }, [
      "http://localhost",
      "http://localhost:80",
      "http://localhost:4173",
    ]),
  ).toEqual(["http://localhost", "http://localhost:80"]);
});

test("on an address: that one; on all: numeric addresses and the machine's name, but no other names", () => {
  const origins = [
    "http://192.168.0.7:4173",
    "http://192.168.0.8:4173",
    "http://[fe80::1]:4173",
    "http://box.lan:4173",
    "http://127.0.0.1:4173",
  ];
  expect(among({ host: "192.168.0.7", port }, origins)).toEqual([origins[0], origins[4]]);
  expect(among({ host: "box.lan", port }, origins)).toEqual([origins[3], origins[4]]);
  expect(among({ host: "fe80::1", port }, origins)).toEqual([origins[2], origins[4]]);
  for (const host of ["0.0.0.0", "::"])
    expect(among({ host, port }, origins)).toEqual(origins.filter((origin) => !origin.includes("box")));
});

test("allowed names: with any port, or with one", () => {
  const origins = ["https://rehearse.example", "http://rehearse.example:8080", "http://sub.rehearse.example"];
  expect(among({ host: "127.0.0.1", port, alsoKnownAs: ["Rehearse.example"] }, origins)).toEqual(
    origins.slice(0, 2),
  );
  expect(among({ host: "127.0.0.1", port, alsoKnownAs: ["rehearse.example:443"] }, origins)).toEqual(
    origins.slice(0, 1),
  );
});
