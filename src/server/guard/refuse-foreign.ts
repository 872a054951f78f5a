import type { MiddlewareHandler } from "hono";
import { Refusal } from "../refusal.ts";
import { ourNames, type Place } from "./our-names.ts";

const refused = (code: string, message: string, remedy: string) =>
  new Refusal({ status: 403, code, message, remedy });

const METHODS = ["GET", "POST", "DELETE"];

/** Pages of other sites can make a browser ask us anything: whatever may come from one is refused, before anything is done. */
export function refuseForeign(place: Place): MiddlewareHandler {
  const isOurs = ourNames(place);
  return async (c, next) => {
    // The address line may name a host too; both must be ours.
    const asked = new URL(c.req.url);
    const host = c.req.header("host") ?? asked.host;
    if (!isOurs(`http://${host}`) || !isOurs(`http://${asked.host}`))
      throw refused(
        "foreign-host",
        `This server does not go by the name ${JSON.stringify(host.slice(0, 200))}.`,
        "Use the address that `rehearse serve` prints; --allow-host adds a name.",
      );
    const origin = c.req.header("origin");
    if (origin !== undefined && !isOurs(origin))
      throw refused(
        "foreign-origin",
        `Pages of ${JSON.stringify(origin.slice(0, 200))} are not allowed to call this server.`,
        "Ask from a page of this server, or from a program.",
      );
    // Another port of this machine is another program: the browser calls it the same site, we do not.
    const site = c.req.header("sec-fetch-site");
    if (site !== undefined && site !== "same-origin" && site !== "none")
      throw refused(
        "cross-site",
        "Pages of other sites are not allowed to call this server.",
        "Type the address, or ask from a page of this server.",
      );
    // A HEAD would run whatever the GET runs, for nobody.
    if (!METHODS.includes(c.req.raw.method))
      throw new Refusal({
        status: 405,
        code: "unknown-method",
        message: `${c.req.raw.method} is not answered.`,
        remedy: `Use ${METHODS.join(", ")}.`,
      });
    await next();
  };
}
