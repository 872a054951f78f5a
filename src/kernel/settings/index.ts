export { connect, type Connected } from "./connect.ts";
export {
  chosenBy,
  type Environment,
  resolveSettings,
  settings,
  type ResolvedSettings,
  type SettingOrigin,
  SettingsError,
} from "./resolve-settings.ts";
