/** What the running site was started with and its modules need to know. */
export type Settings = {
  /** The site's address as visitors type it, without a slash at its end. */
  publicUrl: string
  dataDir: string
  smtpUrl?: string
  /** Who mails come from: « Name <address> ». */
  mailFrom?: string
  /** Where messages from the contact page are sent on to. */
  contactEmail?: string
  /** What cookies are signed with: the same in all processes of the site. */
  cookieSecret: () => Promise<string>
  /** How often remembered feeds are read again; 0 for never. */
  feedIntervalMinutes: number
  /** Where the media library is or was, beside the data folder. */
  bucket?: BucketSettings
  /** Where copies of the site go to, beside those in the data folder. */
  elsewhere?: ElsewhereSettings
  /** What keeps pages in front of the site, and is told when they change. */
  cdn?: CdnSettings
  /** A PostgreSQL server's; without it the database is the embedded one. */
  databaseUrl?: string
  /** A streaming replica's of that database. */
  databaseReadUrl?: string
  /** How many processes the site has, of which this is one. */
  workers?: number
  /** The host's program that writes down what is said. */
  transcribe?: TranscribeSettings
}

export type TranscribeSettings = {
  /** Its words, with `{input}` or `{wav}`, `{output}` and `{language}` in some of them. */
  command: string[]
  /** How long it may take for one episode. */
  minutes: number
  /** The environment that it gets. */
  env: Record<string, string>
}

export type BucketSettings = {
  /** Without a slash at its end. */
  endpoint: string
  name: string
  region: string
  accessKeyId: string
  secretAccessKey: string
  /** False while files go back to the disk: what is still in the bucket is read there. */
  takesFiles: boolean
  /** Listeners fetch files there themselves, by addresses that are signed for some hours. */
  isRedirected: boolean
}

export type ElsewhereSettings = {
  bucket: BucketSettings
  /** The public key that what goes there is encrypted with: the site cannot read it again. */
  recipient: string
}

export type CdnSettings = {
  /** Where it is told. */
  purgeUrl: string
  token?: string
}

/** Hot reload evaluates this module anew while the site goes on running. */
const globals = globalThis as { ckoSettings?: Settings }

export function applySettings(settings: Settings) {
  globals.ckoSettings = settings
}

/** @throws Error before `applySettings` was called, at the start of the site */
export function getSettings() {
  if (!globals.ckoSettings) throw new Error("the settings were not applied")
  return globals.ckoSettings
}
