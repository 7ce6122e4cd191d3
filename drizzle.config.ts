import { defineConfig } from "drizzle-kit"

export default defineConfig({
  dialect: "postgresql",
  schema: [
    "./app/db/schema.server.ts",
    "./app/db/feeds-schema.server.ts",
    "./app/db/accounts-schema.server.ts",
    "./app/db/visitors-schema.server.ts",
  ],
  out: "./drizzle",
})
