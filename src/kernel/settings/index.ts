export { connect, type Connected } from "./connect.ts";
export { environmentOptions, type Environment } from "./from-environment.ts";
export { resolveSettings, type ResolvedSettings, type SettingsSource } from "./resolve-settings.ts";
export { settingsGuide } from "./settings-guide.ts";
export { SettingsError } from "./settings-error.ts";
