import { existsSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

/** Where it is built in a clone, and where it stands in the package. */
const places = ["../../../viewer/dist", "../../viewer"];

/** The folder of the built viewer, seen from this module; undefined: it was not built. */
export const builtViewer = (module: string = import.meta.url): string | undefined =>
  places
    .map((place) => fileURLToPath(new URL(place, module)))
    .find((place) => existsSync(join(place, "index.html")));
