import { reactRouter } from "@react-router/dev/vite"
import tailwindcss from "@tailwindcss/vite"
import { defineConfig, type Plugin } from "vite"

export default defineConfig({
  plugins: [tailwindcss(), reactRouter(), namedServerEntries()],
  environments: {
    ssr: {
      build: {
        rolldownOptions: {
          input: {
            site: "./server/site.ts",
            import: "./scripts/import.ts",
            backup: "./scripts/backup.ts",
            restore: "./scripts/restore.ts",
          },
        },
      },
      // Node reads the package.json of a package again for each of its files: for drizzle-orm, whose is very large and
      // whose files are many, that is 150 MB and a second at every start.
      resolve: { noExternal: [/^drizzle-orm/] },
    },
  },
})

/** React Router names the one server entry that it expects; here are several. */
function namedServerEntries(): Plugin {
  return {
    name: "named-server-entries",
    applyToEnvironment: (environment) => environment.name === "ssr",
    outputOptions: (options) => ({ ...options, entryFileNames: "[name].js" }),
  }
}
