export { connect, type Connected } from "./connect.ts";
export {
  environmentOptions,
  type Environment,
  resolveSettings,
  type ResolvedSettings,
  type SettingsSource,
  SettingsError,
} from "./resolve-settings.ts";
export { settingsGuide } from "./settings-guide.ts";
