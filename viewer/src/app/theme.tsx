import { useState } from "react";
import { Icon, type IconName } from "../ui/index.ts";

const signs: Record<Theme, IconName> = { system: "system", light: "sun", dark: "moon" };

/** One button that cycles through system, light and dark. */
export function ThemeSwitch() {
  const [theme, setTheme] = useState(readTheme);
  const following = themes[(themes.indexOf(theme) + 1) % themes.length] ?? "system";
  const change = () => {
    keepTheme(following);
    setTheme(following);
  };
  return (
    <button
      type="button"
      className="icon-button"
      onClick={change}
      aria-label={`Colours: ${theme}. Change to ${following}`}
      title={`Colours: ${theme}`}
    >
      <Icon name={signs[theme]} />
    </button>
  );
}

/** Light, dark, or the system's setting. Remembered in this browser. */
type Theme = "system" | "light" | "dark";
const themes: readonly Theme[] = ["system", "light", "dark"];

const KEY = "rehearse-theme";

function readTheme(): Theme {
  try {
    const kept = localStorage.getItem(KEY);
    return kept === "light" || kept === "dark" ? kept : "system";
  } catch {
    return "system";
  }
}

export function applyTheme(theme: Theme = readTheme()): void {
  if (theme === "system") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
}

function keepTheme(theme: Theme): void {
  applyTheme(theme);
  try {
    localStorage.setItem(KEY, theme);
  } catch {
    // Without storage the theme still applies, until the page is closed.
  }
}
