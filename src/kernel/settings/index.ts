export { connect, type Connected } from "./connect.ts";
export {
  type Environment,
  resolveSettings,
  type ResolvedSettings,
  SettingsError,
} from "./resolve-settings.ts";
export { settingsGuide } from "./settings-guide.ts";
