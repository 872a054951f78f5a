export { connect, type Connected } from "./connect.ts";
export {
  chosenBy,
  type Environment,
  resolveSettings,
  type ResolvedSettings,
  type SettingOrigin,
  SettingsError,
} from "./resolve-settings.ts";
export { settingsGuide } from "./settings-guide.ts";
