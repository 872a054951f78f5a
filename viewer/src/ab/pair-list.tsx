import { Link } from "wouter";
import type { AbView } from "../../../src/contract/index.ts";
import { compareLink } from "../compare/compare-link.ts";
import { exported } from "../exported/index.ts";
import { Badge, DataTable, IfLinked } from "../ui/index.ts";

type Pair = AbView["pairs"][number];

const ends: Record<Pair["won"], string> = { a: "worse", b: "better", tie: "tie", missing: "missing" };

/** Every pair with what each arm lost; each leads to its two replays. */
export function PairList({ test: { pairs, decision, checkpoints } }: { test: AbView }) {
  if (pairs.length === 0) return <p className="muted">No pair has ended yet.</p>;
  const several = checkpoints.length > 1;
  return (
    <DataTable
      label="Pairs"
      columns={[
        { text: "Pair" },
        ...(several ? [{ text: "Checkpoint" }] : []),
        { number: "A lost" },
        { number: "B lost" },
        { text: "B" },
      ]}
    >
      {pairs.map((pair) => (
        <tr key={pair.index}>
          <th scope="row">
            <SideBySide pair={pair} />
          </th>
          {several && <td>{pair.checkpoint + 1}</td>}
          <td className="number">
            <Replay pair={pair} arm="a" />
          </td>
          <td className="number">
            <Replay pair={pair} arm="b" />
          </td>
          <td>
            <Badge tone={pair.won === "missing" ? "warn" : "calm"}>{ends[pair.won]}</Badge>
            {pair.index >= decision.pairs && <span className="muted small"> after the decision</span>}
          </td>
        </tr>
      ))}
    </DataTable>
  );
}

function SideBySide({ pair: { index, sessions } }: { pair: Pair }) {
  const name = `Pair ${index + 1}`;
  if (exported || sessions.a === undefined || sessions.b === undefined) return name;
  return (
    <Link href={compareLink([sessions.a, sessions.b])} aria-label={`Compare pair ${index + 1} side by side`}>
      {name}
    </Link>
  );
}

function Replay({ pair, arm }: { pair: Pair; arm: "a" | "b" }) {
  const { [arm]: replay, crashed, sessions } = pair;
  const session = sessions[arm];
  const lost = replay === null ? (crashed.includes(arm) ? "crashed" : "missing") : String(replay.pointsLost);
  return (
    <IfLinked href={session && `/sessions/${encodeURIComponent(session)}`}>
      {replay?.cameBack ? `came back, ${lost}` : lost}
    </IfLinked>
  );
}
