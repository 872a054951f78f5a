/** The viewer of everything `rehearse serve` knows. A model's output is only ever shown as text. */
// Imported first, so that a page's own style sheet can override these.
import "./styles/tokens.css";
import "./styles/base.css";
import "./styles/shell.css";
import "./styles/controls.css";
import "./styles/panels.css";
import "./styles/rows.css";
import { QueryClientProvider } from "@tanstack/react-query";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { Router } from "wouter";
import { queryClient } from "./api/index.ts";
import { App } from "./app/app.tsx";
import { applyTheme } from "./app/theme.tsx";
import { exported, useHashLocation } from "./exported/index.ts";

applyTheme();

createRoot(document.querySelector("#root") as HTMLElement).render(
  <StrictMode>
    <QueryClientProvider client={queryClient}>
      <Router {...(exported && { hook: useHashLocation })}>
        <App />
      </Router>
    </QueryClientProvider>
  </StrictMode>,
);
