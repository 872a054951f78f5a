import { isIP } from "node:net";
import { hostname } from "node:os";

/** Where the server listens, and the names it goes by beside its own. */
export type Place = {
  host: string;
  /** Known once it listens. */
  port: () => number;
  /** `name` or `name:port`: for a proxy in front, or a name in a local network. */
  alsoKnownAs?: readonly string[];
};

const bare = (host: string): string => host.replace(/^\[(.*)\]$/, "$1").toLowerCase();
const inAddress = (host: string): string => (isIP(host) === 6 ? `[${host}]` : host);

/** Whether only this machine can reach it. */
export function isLoopback(host: string): boolean {
  const name = bare(host);
  return name === "localhost" || name === "::1" || (isIP(name) === 4 && name.startsWith("127."));
}

const isEverywhere = (host: string): boolean => ["0.0.0.0", "::"].includes(bare(host));

/**
 * Whether an address that a client used is one of ours. A page that has its own name point at this machine still sends
 * that name: it is not ours, and so it gets nothing.
 */
export function ourNames({ host, port, alsoKnownAs = [] }: Place): (origin: string) => boolean {
  const names = new Set(["localhost", "127.0.0.1", "[::1]"]);
  if (isEverywhere(host)) names.add(hostname().toLowerCase());
  else names.add(inAddress(bare(host)));
  const others = alsoKnownAs.map((name) => /^(.*?)(?::(\d+))?$/.exec(name.toLowerCase())!);

  return (origin) => {
    const url = URL.parse(origin);
    if (
      !url ||
      !/^https?:$/.test(url.protocol) ||
      url.username + url.password + url.search + url.hash !== "" ||
      url.pathname !== "/"
    )
      return false;
    const { hostname: name, protocol } = url;
    const asked = Number(url.port || (protocol === "https:" ? 443 : 80));
    if (others.some(([, other, only]) => name === other && (only === undefined || Number(only) === asked)))
      return true;
    // An address in figures cannot be somebody else's name for us.
    const known = names.has(name) || (isEverywhere(host) && isIP(bare(name)) !== 0);
    return known && asked === port() && protocol === "http:";
  };
}
