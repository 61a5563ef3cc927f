import { defineConfig } from "@lingui/conf";
import { formatter } from "@lingui/format-po";

// Where texts are looked for, and where their catalogues lie. `npm run texts` brings these up to the sources.

export default defineConfig({
  sourceLocale: "en",
  locales: ["en", "de"],
  catalogs: [{ path: "<rootDir>/src/language/{locale}", include: ["src"], exclude: ["**/*.test.*"] }],
  // Without line numbers and placeholders: a line that moves changes no catalogue.
  format: formatter({ lineNumbers: false, printPlaceholdersInComments: false }),
  orderBy: "message",
  // A sentence with elements inside needs no provider around it.
  runtimeConfigModule: { Trans: ["#trans", "Trans"] },
});
