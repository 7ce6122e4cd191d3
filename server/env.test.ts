import { resolve } from "node:path"
import { generateHybridIdentity, generateX25519Identity, identityToRecipient } from "age-encryption"
import { expect, test } from "vitest"
import { EnvironmentError, readEnvironment } from "./env.ts"

const DATABASE_URL = "postgres://cko:cko@localhost:5432/cko"

test("readEnvironment needs nothing", () => {
  expect(readEnvironment({})).toEqual({
    port: 3000,
    publicUrl: "http://localhost:3000",
    dataDir: resolve("data"),
    databaseUrl: undefined,
    smtpUrl: undefined,
    mailFrom: undefined,
    trustedProxies: 0,
    starterContent: true,
    feedIntervalMinutes: 60,
    logLevel: "info",
    isStartedByNpm: false,
  })
})

test("27.1 readEnvironment reads every setting", () => {
  const variables = {
    PORT: "8080",
    PUBLIC_URL: "https://cko.example/",
    DATA_DIR: "/srv/cko",
    DATABASE_URL,
    DATABASE_READ_URL: DATABASE_URL,
    SMTP_URL: "smtps://user:secret@mail.example",
    MAIL_FROM: "Les hôtes <bonjour@cko.example>",
    TRUST_PROXY: "2",
    STARTER_CONTENT: "1",
    FEED_INTERVAL: "0",
    LOG_LEVEL: "debug",
    LOG_FORMAT: "text",
    npm_lifecycle_event: "start",
  }
  expect(readEnvironment(variables)).toEqual({
    port: 8080,
    publicUrl: "https://cko.example",
    dataDir: resolve("/srv/cko"),
    databaseUrl: DATABASE_URL,
    databaseReadUrl: DATABASE_URL,
    smtpUrl: "smtps://user:secret@mail.example",
    mailFrom: "Les hôtes <bonjour@cko.example>",
    trustedProxies: 2,
    starterContent: true,
    feedIntervalMinutes: 0,
    logLevel: "debug",
    logFormat: "text",
    isStartedByNpm: true,
  })
})

test("readEnvironment takes an empty variable as one that is not set", () => {
  const names = [
    "PORT",
    "PUBLIC_URL",
    "DATA_DIR",
    "DATABASE_URL",
    "DATABASE_READ_URL",
    "SMTP_URL",
    "MAIL_FROM",
    "TRUST_PROXY",
    "STARTER_CONTENT",
    "FEED_INTERVAL",
    "S3_ENDPOINT",
    "S3_BUCKET",
    "S3_REGION",
    "S3_ACCESS_KEY_ID",
    "S3_SECRET_ACCESS_KEY",
    "S3_REDIRECT",
    "MEDIA_STORE",
    "BACKUP_S3_ENDPOINT",
    "BACKUP_S3_BUCKET",
    "BACKUP_S3_REGION",
    "BACKUP_S3_ACCESS_KEY_ID",
    "BACKUP_S3_SECRET_ACCESS_KEY",
    "BACKUP_AGE_RECIPIENT",
    "CDN_PURGE_URL",
    "CDN_PURGE_TOKEN",
    "TRANSCRIBE_COMMAND",
    "TRANSCRIBE_MINUTES",
    "METRICS_TOKEN",
    "LOG_LEVEL",
    "LOG_FORMAT",
  ]
  expect(readEnvironment(Object.fromEntries(names.map((name) => [name, ""])))).toEqual(readEnvironment({}))
})

test("2.11 readEnvironment knows a CDN that is told, also on a network of one's own", () => {
  const purgeUrl = "http://127.0.0.1:6081/purge"
  expect(readEnvironment({ CDN_PURGE_URL: purgeUrl, CDN_PURGE_TOKEN: "x" }).cdn).toEqual({
    purgeUrl,
    token: "x",
  })
  expect(readEnvironment({}).cdn).toBeUndefined()
  expect(() => readEnvironment({ CDN_PURGE_URL: "cdn.example" })).toThrow("CDN_PURGE_URL doit être")
  expect(() => readEnvironment({ CDN_PURGE_URL: purgeUrl, CDN_PURGE_TOKEN: "a b" })).toThrow("sans espace")
  expect(() => readEnvironment({ CDN_PURGE_TOKEN: "x" })).toThrow("donnez aussi CDN_PURGE_URL")
})

test("readEnvironment calls the site by its port where it has no address", () => {
  expect(readEnvironment({ PORT: "4000" }).publicUrl).toBe("http://localhost:4000")
})

test.each([
  [{}, true],
  [{ STARTER_CONTENT: "0" }, false],
  [{ DATABASE_URL }, false],
  [{ DATABASE_URL, STARTER_CONTENT: "1" }, true],
  [{ DATABASE_URL: "postgresql://localhost/cko" }, false],
])("18.7 readEnvironment %j starts with content: %j", (variables, starterContent) => {
  expect(readEnvironment(variables).starterContent).toBe(starterContent)
})

test.each([
  [{ PORT: "huit" }, "PORT doit être un nombre"],
  [{ PORT: "80.5" }, "PORT doit être un nombre entier"],
  [{ PORT: "-1" }, "PORT doit être compris entre 0 et 65535"],
  [{ PORT: "65536" }, "PORT doit être compris entre 0 et 65535"],
  [{ PUBLIC_URL: "cko.example" }, "PUBLIC_URL doit être une adresse http:// ou https://"],
  [{ PUBLIC_URL: "ftp://cko.example" }, "PUBLIC_URL doit être une adresse http:// ou https://"],
  [{ DATABASE_URL: "mysql://localhost" }, "DATABASE_URL doit commencer par postgres:// ou postgresql://"],
  [{ DATABASE_URL: "localhost" }, "DATABASE_URL doit commencer par postgres:// ou postgresql://"],
  [
    { DATABASE_URL, DATABASE_READ_URL: "replique" },
    "DATABASE_READ_URL doit commencer par postgres:// ou postgresql://",
  ],
  [
    { DATABASE_READ_URL: DATABASE_URL },
    "DATABASE_READ_URL est l’adresse d’une réplique\u00a0: donnez aussi DATABASE_URL, celle de la base",
  ],
  [{ SMTP_URL: "https://mail.example" }, "SMTP_URL doit commencer par smtp:// ou smtps://"],
  [{ STARTER_CONTENT: "oui" }, "STARTER_CONTENT doit valoir 0 ou 1"],
  ...["-1", "4", "10081", "7.5", "souvent"].map((interval): [Record<string, string>, string] => [
    { FEED_INTERVAL: interval },
    "FEED_INTERVAL doit valoir 0 (jamais) ou un nombre entier de minutes compris entre 5 et 10080",
  ]),
  [{ S3_ENDPOINT: "s3.cko.example" }, "S3_ENDPOINT doit être une adresse http:// ou https://"],
  [{ S3_BUCKET: "a/b" }, "S3_BUCKET doit être le nom d’un bucket"],
  [{ S3_REDIRECT: "oui" }, "S3_REDIRECT doit valoir 0 ou 1"],
  [{ MEDIA_STORE: "cloud" }, "MEDIA_STORE doit valoir disk ou bucket"],
  [
    { S3_ENDPOINT: "https://s3.cko.example", S3_BUCKET: "cko" },
    "Pour un bucket, donnez aussi S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY",
  ],
  [
    { MEDIA_STORE: "bucket" },
    "Pour un bucket, donnez aussi S3_ENDPOINT, S3_BUCKET, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY",
  ],
  [
    { METRICS_TOKEN: "a".repeat(15) },
    "METRICS_TOKEN doit avoir de 16 à 200 caractères, sans espace ni accent",
  ],
  [
    { METRICS_TOKEN: "un jeton de seize" },
    "METRICS_TOKEN doit avoir de 16 à 200 caractères, sans espace ni accent",
  ],
  [{ LOG_LEVEL: "loud" }, "LOG_LEVEL doit valoir trace, debug, info, warn, error ou silent"],
  [{ LOG_FORMAT: "xml" }, "LOG_FORMAT doit valoir json ou text"],
])("readEnvironment refuses %j: %s", (variables, message) => {
  expect(() => readEnvironment(variables)).toThrow(new EnvironmentError(message))
})

test.each(["0", "2881", "1.5", "une heure"])(
  "readEnvironment refuses %s minutes for an episode",
  (minutes) => {
    expect(() => readEnvironment({ TRANSCRIBE_MINUTES: minutes })).toThrow("compris entre 1 et 2880")
  },
)

const S3 = {
  S3_ENDPOINT: "https://s3.cko.example/",
  S3_BUCKET: "cko-media",
  S3_ACCESS_KEY_ID: "key",
  S3_SECRET_ACCESS_KEY: "secret",
}
const BUCKET = {
  endpoint: "https://s3.cko.example",
  name: "cko-media",
  region: "us-east-1",
  accessKeyId: "key",
  secretAccessKey: "secret",
  takesFiles: true,
  isRedirected: false,
}

test.each<[Record<string, string>, object]>([
  [S3, BUCKET],
  [
    { ...S3, S3_REGION: "auto", S3_REDIRECT: "1" },
    { ...BUCKET, region: "auto", isRedirected: true },
  ],
  [{ ...S3, MEDIA_STORE: "bucket" }, BUCKET],
  [
    { ...S3, MEDIA_STORE: "disk" },
    { ...BUCKET, takesFiles: false },
  ],
])("readEnvironment %j has a bucket for media", (variables, bucket) => {
  expect(readEnvironment(variables).bucket).toEqual(bucket)
})

const ELSEWHERE = {
  BACKUP_S3_ENDPOINT: "https://other.example/",
  BACKUP_S3_BUCKET: "cko-copies",
  BACKUP_S3_ACCESS_KEY_ID: "key",
  BACKUP_S3_SECRET_ACCESS_KEY: "secret",
  BACKUP_AGE_RECIPIENT: "age1ql3z7hjy54pw3hyww5ayyfg7zqgvc7w3j2elw8zmrj2kg5sfn9aqmcac8p",
}

test("27.6 readEnvironment reads a second place for copies", () => {
  expect(readEnvironment({ ...S3, ...ELSEWHERE }).elsewhere).toEqual({
    bucket: { ...BUCKET, endpoint: "https://other.example", name: "cko-copies" },
    recipient: ELSEWHERE.BACKUP_AGE_RECIPIENT,
  })
  expect(readEnvironment(S3).elsewhere).toBeUndefined()
})

test("readEnvironment takes every key that age makes", async () => {
  for (const make of [generateX25519Identity, generateHybridIdentity]) {
    const recipient = await identityToRecipient(await make())
    const variables = { ...ELSEWHERE, BACKUP_AGE_RECIPIENT: recipient }
    expect(readEnvironment(variables).elsewhere?.recipient).toBe(recipient)
  }
})

test.each<[string, Record<string, string>, string]>([
  [
    "none of the keys",
    { BACKUP_AGE_RECIPIENT: "", BACKUP_S3_BUCKET: "" },
    "donnez aussi BACKUP_S3_BUCKET, BACKUP_AGE",
  ],
  ["a mistyped key", { BACKUP_AGE_RECIPIENT: ELSEWHERE.BACKUP_AGE_RECIPIENT.replace("q", "p") }, "entière"],
  ["the secret key", { BACKUP_AGE_RECIPIENT: "AGE-SECRET-KEY-1QQQ" }, "est la clé secrète"],
  ["no address", { BACKUP_S3_ENDPOINT: "other.example" }, "BACKUP_S3_ENDPOINT doit être une adresse"],
  [
    "the library's bucket",
    { BACKUP_S3_ENDPOINT: "https://s3.cko.example", BACKUP_S3_BUCKET: "cko-media" },
    "un autre",
  ],
])("readEnvironment refuses %s for copies elsewhere", (_what, changed, message) => {
  expect(() => readEnvironment({ ...S3, ...ELSEWHERE, ...changed })).toThrow(message)
})

test.each(["5", "60", "10080"])("readEnvironment reads feeds every %s minutes", (interval) => {
  expect(readEnvironment({ FEED_INTERVAL: interval }).feedIntervalMinutes).toBe(Number(interval))
})

test("42.1 readEnvironment reads a program and its words, which gets none of the site's secrets", () => {
  const read = (command: string) =>
    readEnvironment({
      ...S3,
      ...{ TRANSCRIBE_COMMAND: command, TRANSCRIBE_MINUTES: "90", SMTP_URL: "smtp://a:b@c.example" },
      ...{ PATH: "/usr/bin", LANG: "fr_FR.UTF-8", PGPASSWORD: "secret", NODE_OPTIONS: "--inspect" },
    }).transcribe
  expect(read(`/opt/whisper\\ cpp/main -m '/srv/a model.bin' -l {language} "-of={output}" {wav} ''`)).toEqual(
    {
      command: [
        "/opt/whisper cpp/main",
        "-m",
        "/srv/a model.bin",
        "-l",
        "{language}",
        "-of={output}",
        "{wav}",
        "",
      ],
      minutes: 90,
      env: { PATH: "/usr/bin", LANG: "fr_FR.UTF-8" },
    },
  )
  expect(read("whisper {input}")?.command[0]).toBe("whisper")
  expect(read("./whisper {input}")?.command[0]).toBe(resolve("whisper"))
})

test.each([
  ["whisper -f", "il y manque {input} ou {wav}, sans quoi le programme ne reçoit pas de son"],
  ["  ", "il n’y a pas de programme"],
  ["whisper '{input}", "un guillemet ' n’est pas fermé"],
])("readEnvironment refuses the command %j", (command, problem) => {
  const message = `TRANSCRIBE_COMMAND\u00a0: ${problem}`
  expect(() => readEnvironment({ TRANSCRIBE_COMMAND: command })).toThrow(new EnvironmentError(message))
})

test("27.1 readEnvironment names everything that is wrong, in one line", () => {
  const read = () => readEnvironment({ PORT: "huit", LOG_LEVEL: "loud" })
  expect(read).toThrow("PORT doit être un nombre ; LOG_LEVEL doit valoir")
  expect(read).toThrow(expect.objectContaining({ name: "EnvironmentError" }))
})
