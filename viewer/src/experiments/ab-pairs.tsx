import { Link } from "wouter";
import type { AbView } from "../../../src/contract/index.ts";
import { exported } from "../exported/index.ts";
import { Badge, count, DataTable, IfLinked, titled } from "../ui/index.ts";
import { Differences } from "../verdict/index.ts";
import { compareLink } from "./compare-link.ts";

type Pair = AbView["pairs"][number];

const ends: Record<Pair["won"], string> = { a: "worse", b: "better", tie: "tie", missing: "missing" };

/** What differs, and every pair with what each arm lost; each leads to its two replays. */
export function Pairs({ test }: { test: AbView }) {
  const { plan, decision, checkpoints } = test;
  // The facts count those that were still running when it was decided.
  const pairs = decision.decided ? test.pairs.slice(0, decision.pairs) : test.pairs;
  return (
    <>
      <WhatDiffers test={test} />
      <section className="panel">
        <header className="panel-head">
          <h2>Pairs</h2>
          <p className="muted small">
            Each pair replays a checkpoint with the same dice, {count(plan.turns, "turn")} each. After{" "}
            {checkpoints.map(({ sessionId, session, turn }, at) => (
              <span key={`${sessionId} ${turn}`}>
                {at > 0 && ", "}
                <IfLinked href={session && `/sessions/${encodeURIComponent(session)}?turn=${turn}`}>
                  turn {turn} of {sessionId}
                </IfLinked>
              </span>
            ))}
            .
          </p>
        </header>
        {pairs.length === 0 ? (
          <p className="muted">No pair has ended yet.</p>
        ) : (
          <DataTable
            label="Pairs"
            rows={pairs}
            keyOf={({ index }) => index}
            columns={[
              { label: "Pair", cell: pairName },
              ...(checkpoints.length > 1
                ? [{ label: "Checkpoint", cell: ({ checkpoint }: Pair) => checkpoint + 1 }]
                : []),
              { label: "A lost", number: true, cell: (pair) => replayOf(pair, "a") },
              { label: "B lost", number: true, cell: (pair) => replayOf(pair, "b") },
              {
                label: "B",
                cell: ({ won }) => <Badge tone={won === "missing" ? "warn" : "calm"}>{ends[won]}</Badge>,
              },
            ]}
          />
        )}
      </section>
    </>
  );
}

function pairName({ index, sessions: { a, b } }: Pair) {
  const name = `Pair ${index + 1}`;
  if (exported || a === undefined || b === undefined) return name;
  return (
    <Link href={compareLink([a, b])} aria-label={`Compare pair ${index + 1} side by side`}>
      {name}
    </Link>
  );
}

function replayOf(pair: Pair, arm: "a" | "b") {
  const { [arm]: replay, crashed, sessions } = pair;
  const session = sessions[arm];
  const lost = replay === null ? (crashed.includes(arm) ? "crashed" : "missing") : String(replay.pointsLost);
  return (
    <IfLinked href={session && `/sessions/${encodeURIComponent(session)}`}>
      {replay?.cameBack ? `came back, ${lost}` : lost}
    </IfLinked>
  );
}

function WhatDiffers({ test: { differs, plan } }: { test: AbView }) {
  // If the prompts' names differ, the hash of their text adds nothing.
  const values = Object.entries(differs.values).filter(
    ([name]) => !["prompt text", "story guide"].includes(name),
  );
  if (values.length + differs.texts.length === 0) return null;
  return (
    <section className="panel" aria-labelledby="differs-title">
      <h2 id="differs-title">What differs</h2>
      {values.length > 0 && (
        <DataTable
          label="Settings that differ"
          rows={values}
          keyOf={([name]) => name}
          columns={[
            { label: "Setting", cell: ([name]) => titled(name) },
            { label: `A: ${plan.a.label}`, cell: ([, [a]]) => a },
            { label: `B: ${plan.b.label}`, cell: ([, [, b]]) => b },
          ]}
        />
      )}
      <Differences texts={differs.texts} names={[`A (${plan.a.label})`, `B (${plan.b.label})`]} />
    </section>
  );
}
