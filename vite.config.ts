import { reactRouter } from "@react-router/dev/vite"
import tailwindcss from "@tailwindcss/vite"
import { defineConfig, type Plugin } from "vite"

export default defineConfig(({ command }) => ({
  plugins: [tailwindcss(), reactRouter(), namedServerEntries()],
  // The policy of the pages allows no font or picture from an address that holds it itself.
  build: { assetsInlineLimit: 0 },
  environments: {
    ssr: {
      build: {
        rolldownOptions: {
          input: {
            site: "./server/site.ts",
            import: "./scripts/import.ts",
            backup: "./scripts/backup.ts",
            restore: "./scripts/restore.ts",
            "markdown-worker": "./app/lib/markdown-worker.ts",
          },
        },
      },
      ...(command === "build" && ONE_BUNDLE),
    },
  },
}))

/**
 * Packages become part of the server's bundle, without what the site does not use of them: Node takes a second and many
 * megabytes at every start to find and read the thousands of files they come in. Those that are named stay as they are:
 * they load some of their parts, or optional packages, by name while they run.
 */
const ONE_BUNDLE = {
  resolve: {
    noExternal: true as const,
    external: ["nodemailer", "pg", "pino", "undici"],
  },
  define: { "process.env.NODE_ENV": JSON.stringify("production") },
}

/** React Router names the one server entry that it expects; here are several. */
function namedServerEntries(): Plugin {
  return {
    name: "named-server-entries",
    applyToEnvironment: (environment) => environment.name === "ssr",
    outputOptions: (options) => ({ ...options, entryFileNames: "[name].js" }),
  }
}
