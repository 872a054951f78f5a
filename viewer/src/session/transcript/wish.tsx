import type { TurnView } from "../../../../src/contract/index.ts";
import { Icon } from "../../ui/index.ts";
import type { WantedQuote } from "./mark-quotes.ts";
import { MarkedText } from "./marked-text.tsx";

type Player = TurnView["players"][number];

const fates = { true: ["check", "passed on", "kept"], false: ["cross", "lost", "lost"] } as const;
const none: never[] = [];

/** What a player wanted, and whether the narrator was told. Where that cannot be compared, nothing is said of it. */
export function Wish({
  player: { wants = "", relayed },
  who,
  quotes = none,
}: {
  player: Player;
  /** Where nobody else says whose wish it is. */ who?: string;
  quotes?: readonly WantedQuote[];
}) {
  const fate = relayed == null ? undefined : fates[`${relayed}`];
  return (
    <p className={`wish ${fate?.[2] ?? ""}`}>
      <span className="whisper muted">{who === undefined ? "wants" : `${who} wanted`}</span>
      <span>
        <MarkedText text={wants} quotes={quotes} />
      </span>
      {fate && (
        <span
          className="fate"
          title={fate[2] === "kept" ? "The narrator was told" : "The narrator was not told"}
        >
          <Icon name={fate[0]} /> {fate[1]}
        </span>
      )}
    </p>
  );
}
