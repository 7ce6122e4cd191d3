import { reactRouter } from "@react-router/dev/vite"
import tailwindcss from "@tailwindcss/vite"
import { build, defineConfig, type Plugin } from "vite"
import { WORKERS } from "./app/kit/lib/worker-files.server.ts"

export default defineConfig(({ command }) => ({
  plugins: [tailwindcss(), reactRouter(), fewClientEntries(), namedServerEntries(), scriptTexts()],
  // The policy of the pages allows no font or picture from an address that holds it itself.
  build: { assetsInlineLimit: 0 },
  environments: {
    client: { build: { rolldownOptions: { output: { codeSplitting: { groups: CHUNKS } } } } },
    ssr: {
      build: {
        rolldownOptions: {
          input: {
            site: "./server/site.ts",
            import: "./scripts/import.ts",
            backup: "./scripts/backup.ts",
            restore: "./scripts/restore.ts",
            migrate: "./scripts/migrate.ts",
            "update-data": "./scripts/update-data.ts",
            export: "./scripts/export.ts",
            "fetch-backup": "./scripts/fetch-backup.ts",
            rescue: "./scripts/rescue.ts",
            media: "./scripts/media.ts",
            doctor: "./scripts/doctor.ts",
            ...WORKERS,
          },
        },
      },
      ...(command === "build" && ONE_BUNDLE),
    },
  },
}))

/**
 * Few files: of a page for visitors React, what is on every page, what several pages show, and the page itself. Modules are
 * taken with all that they import; a group takes what those before it left.
 */
const CHUNKS = [
  { name: "entry", test: /app.entry\.client\.tsx/ },
  { name: "react", test: /node_modules.(react|react-dom|scheduler|react-router)[\\/]|app.hydrate\.tsx/ },
  { name: "root", test: /app.root\.tsx/ },
  { name: "site", test: /app.(site.shell.site\.route\.tsx|content.lists.list-view)/ },
  {
    name: "pages",
    test: /app.(site.(home|episode|guest|shell)|podcast.(episodes|guests|player|chapters|transcripts|embeds)|base.limits|writing.blog|audience.comments).(?!.*(manage|-form|row|panel|bar|filters|questions))|app.(kit.ui.play-marker|base.limits.visitor-form)|app.kit.ui.(page-heading|page-meta|page-numbers|error-|missing-page|not-found|empty-text|paper-sheet|figures|(use-)?more)|app.content.(draft-notice|publication)|app.kit.lib.(youtube|french\.)/,
    minShareCount: 2,
  },
  { name: "news", test: /app.writing.news.(?!.*(manage|-form))/, minShareCount: 2 },
  { name: "auth", test: /app.accounts.auth.auth-form/ },
  {
    name: "office",
    test: /app.(content|kit.(form|ui)|office.(shell|search)).(?!date-calendar)/,
    minShareCount: 3,
  },
].map((group, index, { length }) => ({ ...group, priority: length - index }))

/** Only processes that work on media load them, from files of theirs: machine code and WebAssembly. */
const DECODERS = [
  "sharp",
  "libheif-js",
  "mpg123-decoder",
  "opus-decoder",
  "@wasm-audio-decoders/flac",
  "@wasm-audio-decoders/ogg-vorbis",
]

/**
 * Packages become part of the server's bundle, without what the site does not use of them: Node takes a second and many
 * megabytes at every start to find and read the thousands of files they come in. Those that are named stay as they are:
 * they load some of their parts, or optional packages, by name while they run.
 */
const ONE_BUNDLE = {
  resolve: {
    noExternal: true as const,
    external: [...["nodemailer", "pg", "pino", "undici"], ...DECODERS],
  },
  define: { "process.env.NODE_ENV": JSON.stringify("production") },
}

/** `./player.ts?script`: what runs in a page without React, with all that it imports, as a text to be written into the page. */
export function scriptTexts(): Plugin {
  return {
    name: "script-texts",
    async load(id) {
      const [file = "", query] = id.split("?")
      if (query !== "script") return null
      const built = await build({
        configFile: false,
        logLevel: "silent",
        build: { write: false, lib: { entry: file, formats: ["iife"], name: "script" } },
      })
      const [chunk] = [built].flat().flatMap((one) => ("output" in one ? one.output : []))
      if (chunk?.type !== "chunk") throw new Error(`${file} is no script`)
      for (const module of chunk.moduleIds) this.addWatchFile(module)
      return `export default ${JSON.stringify(chunk.code.replaceAll("</", "<\\/"))}`
    },
  }
}

/** React Router names the one server entry that it expects; here are several. */
function namedServerEntries(): Plugin {
  return {
    name: "named-server-entries",
    applyToEnvironment: (environment) => environment.name === "ssr",
    outputOptions: (options) => ({ ...options, entryFileNames: "[name].js" }),
  }
}

/** A route may hold what others share, rather than stand before it in a file of its own. */
function fewClientEntries(): Plugin {
  return {
    name: "few-client-entries",
    configEnvironment: (name) =>
      name === "client"
        ? { build: { rolldownOptions: { preserveEntrySignatures: "allow-extension" } } }
        : null,
  }
}
