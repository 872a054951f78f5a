import { settingsFor } from "../../contract/index.ts";
import { oneKeyProviders, providerIds } from "../models/index.ts";

/** Everything that can be set, with the providers there are. */
export const settings = settingsFor({ ids: providerIds, oneKey: oneKeyProviders });
