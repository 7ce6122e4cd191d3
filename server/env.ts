import { resolve } from "node:path"
import { z } from "zod"
import { bucketOf, bucketVariables, missingOfBucket } from "./env-bucket.ts"
import { cdnOf, cdnVariables, wrongOfCdn } from "./env-cdn.ts"
import { elsewhereOf, elsewhereVariables, wrongOfElsewhere } from "./env-elsewhere.ts"
import { environmentOfCommand, transcribeVariables } from "./env-transcribe.ts"

const FEED_INTERVAL =
  "FEED_INTERVAL doit valoir 0 (jamais) ou un nombre entier de minutes compris entre 5 et 10080"

const schema = z.object({
  PORT: z.coerce
    .number("PORT doit être un nombre")
    .int("PORT doit être un nombre entier")
    .min(0, "PORT doit être compris entre 0 et 65535")
    .max(65535, "PORT doit être compris entre 0 et 65535")
    .default(3000),
  PUBLIC_URL: z
    .url({ protocol: /^https?$/, error: "PUBLIC_URL doit être une adresse http:// ou https://" })
    .optional(),
  DATA_DIR: z.string().min(1, "DATA_DIR ne peut pas être vide").default("data"),
  DATABASE_URL: z
    .url({
      protocol: /^postgres(ql)?$/,
      error: "DATABASE_URL doit commencer par postgres:// ou postgresql://",
    })
    .optional(),
  DATABASE_READ_URL: z
    .url({
      protocol: /^postgres(ql)?$/,
      error: "DATABASE_READ_URL doit commencer par postgres:// ou postgresql://",
    })
    .optional(),
  SMTP_URL: z
    .url({ protocol: /^smtps?$/, error: "SMTP_URL doit commencer par smtp:// ou smtps://" })
    .optional(),
  MAIL_FROM: z.string().min(3, "MAIL_FROM ne peut pas être vide").optional(),
  CONTACT_EMAIL: z.email("CONTACT_EMAIL doit être une adresse e-mail").optional(),
  TRUST_PROXY: z.coerce
    .number("TRUST_PROXY doit être un nombre")
    .int("TRUST_PROXY doit être un nombre entier")
    .min(0, "TRUST_PROXY doit être compris entre 0 et 10")
    .max(10, "TRUST_PROXY doit être compris entre 0 et 10")
    .default(0),
  STARTER_CONTENT: z.enum(["0", "1"], "STARTER_CONTENT doit valoir 0 ou 1").optional(),
  FEED_INTERVAL: z.coerce
    .number(FEED_INTERVAL)
    .int(FEED_INTERVAL)
    .refine((minutes) => minutes === 0 || (minutes >= 5 && minutes <= 10_080), FEED_INTERVAL)
    .default(60),
  ...bucketVariables,
  ...elsewhereVariables,
  ...cdnVariables,
  ...transcribeVariables,
  METRICS_TOKEN: z
    .string()
    .regex(/^[\x21-\x7e]{16,200}$/, "METRICS_TOKEN doit avoir de 16 à 200 caractères, sans espace ni accent")
    .optional(),
  LOG_LEVEL: z
    .enum(
      ["trace", "debug", "info", "warn", "error", "silent"],
      "LOG_LEVEL doit valoir trace, debug, info, warn, error ou silent",
    )
    .default("info"),
  LOG_FORMAT: z.enum(["json", "text"], "LOG_FORMAT doit valoir json ou text").optional(),
})

export type Environment = ReturnType<typeof readEnvironment> & {
  /** How many processes the site has, of which this is one. */
  workers?: number
}

/**
 * The settings of this process, the only reading of its environment (docs/configuration.md lists them).
 *
 * @throws EnvironmentError with one French line that names every wrong variable
 */
export function readEnvironment(variables: Record<string, string | undefined> = process.env) {
  const given = Object.fromEntries(Object.entries(variables).filter(([, value]) => value !== ""))
  const parsed = schema.safeParse(given)
  if (!parsed.success) {
    throw new EnvironmentError(parsed.error.issues.map((issue) => issue.message).join(" ; "))
  }
  const env = parsed.data
  const bucket = bucketOf(env)
  const wrong =
    env.DATABASE_READ_URL && !env.DATABASE_URL
      ? "DATABASE_READ_URL est l’adresse d’une réplique\u00a0: donnez aussi DATABASE_URL, celle de la base"
      : (missingOfBucket(env) ?? wrongOfElsewhere(env, bucket) ?? wrongOfCdn(env))
  if (wrong) throw new EnvironmentError(wrong)
  const publicUrl = (env.PUBLIC_URL ?? `http://localhost:${env.PORT}`).replace(/\/+$/, "")
  return {
    port: env.PORT,
    /** Without a slash at its end. */
    publicUrl,
    dataDir: resolve(env.DATA_DIR),
    databaseUrl: env.DATABASE_URL,
    databaseReadUrl: env.DATABASE_READ_URL,
    smtpUrl: env.SMTP_URL,
    /** By default the podcast, at this site's host. */
    mailFrom: env.MAIL_FROM,
    contactEmail: env.CONTACT_EMAIL,
    /** How many proxies of our own stand before this process. */
    trustedProxies: env.TRUST_PROXY,
    /** A database server never gets starter content unasked. */
    starterContent: (env.STARTER_CONTENT ?? (env.DATABASE_URL ? "0" : "1")) === "1",
    feedIntervalMinutes: env.FEED_INTERVAL,
    bucket,
    elsewhere: elsewhereOf(env),
    cdn: cdnOf(env),
    transcribe: env.TRANSCRIBE_COMMAND && {
      command: env.TRANSCRIBE_COMMAND,
      minutes: env.TRANSCRIBE_MINUTES,
      env: environmentOfCommand(given, Object.keys(schema.shape)),
    },
    /** Who knows it reads the site's figures. */
    metricsToken: env.METRICS_TOKEN,
    logLevel: env.LOG_LEVEL,
    logFormat: env.LOG_FORMAT,
    /** The update by which this program is being tried (scripts/update-data.ts). */
    trialOf: given.CKO_UPDATE,
    isStartedByNpm: given.npm_lifecycle_event !== undefined,
  }
}

/** A text's commands as they are called where there is no npm (scripts/cko.ts). */
export function asCalled(text: string, program = process.env.CKO_PROGRAM) {
  if (!program) return text
  return text
    .replace(/npm run ([\w-]+)(?: --)?/g, `${program} $1`)
    .replaceAll("npm start", `${program} start`)
}

export class EnvironmentError extends Error {
  override name = "EnvironmentError"
}
