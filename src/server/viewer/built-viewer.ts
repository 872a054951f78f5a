import { existsSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

/** Where it is built in a clone, and where it stands in the package. */
const places = ["../../../viewer/dist", "../../viewer"].map((place) => fileURLToPath(new URL(place, import.meta.url)));

/** The folder of the built viewer; undefined: it was not built. */
export const builtViewer = (): string | undefined => places.find((place) => existsSync(join(place, "index.html")));
