/** The targets that a worker was started with. A job can name a target, but not supply one. */
import type { QueuedCheck } from "../../contract/index.ts";
import { HarnessError } from "../../kernel/errors/index.ts";
import { addressLabel } from "../../kernel/secrets/index.ts";
import { fileInfo } from "../../kernel/store/index.ts";
import { BUILT_IN, OFFLINE } from "../run/index.ts";
import { fingerprintOf } from "./check-folder.ts";

/** Where the target of a check is on this machine. `allowed`: addresses and files. */
export function allowedTarget(
  { target, fingerprint }: Pick<QueuedCheck, "target" | "fingerprint">,
  allowed: readonly string[],
): string {
  if (target === BUILT_IN || target === OFFLINE) return target;
  const address = hrefOf(target);
  const found = allowed.find((place) =>
    fingerprint === undefined
      ? address !== undefined && hrefOf(place) === address
      : fileInfo(place)?.kind === "file" && fingerprintOf(place) === fingerprint,
  );
  if (found !== undefined) return found;
  const [what, remedy] =
    fingerprint === undefined
      ? [`the address ${addressLabel(target)}`, `--allow-target ${addressLabel(target)}.`]
      : [
          `the file ${target}`,
          "--allow-target FILE, where FILE is identical to the one on the machine that queued the check. A module runs with the worker's permissions.",
        ];
  throw new HarnessError({
    code: "target-not-allowed",
    message: `The target is ${what}, which this worker does not allow.`,
    remedy: `If you trust it, start a worker with ${remedy}`,
  });
}

const hrefOf = (place: string): string | undefined =>
  /^https?:/i.test(place) ? URL.parse(place)?.href : undefined;
