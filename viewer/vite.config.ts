import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";

/** While developing, the API is that of a running `rehearse serve`. */
const api = "http://127.0.0.1:4173";

export default defineConfig({
  plugins: [react()],
  // The served policy allows neither inline scripts nor data: addresses.
  build: {
    target: "es2022",
    cssTarget: ["chrome123", "firefox120", "safari17.5"],
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 700,
  },
  server: {
    proxy: {
      "/api": { target: api, changeOrigin: true, headers: { origin: api } },
      "/cli": { target: api, changeOrigin: true, headers: { origin: api } },
    },
  },
});
