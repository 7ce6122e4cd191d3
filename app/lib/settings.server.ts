/** What the running site was started with and its modules need to know. */
export type Settings = {
  /** The site's address as visitors type it, without a slash at its end. */
  publicUrl: string
  dataDir: string
  smtpUrl?: string
  /** Who mails come from: « Name <address> ». */
  mailFrom: string
  /** Where messages from the contact page are sent on to. */
  contactEmail?: string
  /** What cookies are signed with: the same in all processes of the site. */
  cookieSecret: () => Promise<string>
  /** How often remembered feeds are read again; 0 for never. */
  feedIntervalMinutes: number
}

/** Hot reload evaluates this module anew while the site goes on running. */
const kept = globalThis as { ckoSettings?: Settings }

export function applySettings(settings: Settings) {
  kept.ckoSettings = settings
}

/** @throws Error before `applySettings` was called, at the start of the site */
export function getSettings() {
  if (!kept.ckoSettings) throw new Error("the settings were not applied")
  return kept.ckoSettings
}
