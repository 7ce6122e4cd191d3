import { MANAGERS } from "./factories.ts"

/** What was decided of a table when it came. */
export type Decided = {
  /** Backups have it; what is not copied is made anew, or is over within a day. */
  isCopied: boolean
  /** Whether it holds what is known of a person, and what becomes of that when they are erased; nothing of anybody without. */
  personal?: "goes" | "loses its name" | "stays, to keep them away"
  /** Until when its rows are kept: until hosts delete them without. */
  kept?: "by a setting" | "as long as what it belongs to" | "until it is done" | "for ever"
}

const OF_HOSTS: Decided = { isCopied: true }
const OF_SOMETHING: Decided = { isCopied: true, kept: "as long as what it belongs to" }
const OF_A_PERSON: Decided = { ...OF_SOMETHING, personal: "goes" }
const WORK: Decided = { isCopied: true, kept: "until it is done" }
const MADE_ANEW: Decided = { isCopied: false, kept: "as long as what it belongs to" }

export const TABLES: Record<string, Decided> = {
  // What hosts write and publish.
  ...Object.fromEntries(MANAGERS.map(({ table }) => [table, OF_HOSTS])),
  accounts: OF_A_PERSON,
  audience_days: { isCopied: true, kept: "until it is done" },
  audience_months: { isCopied: true, kept: "for ever" },
  audit_log: { isCopied: true, personal: "loses its name", kept: "by a setting" },
  bin: { isCopied: true, personal: "goes", kept: "by a setting" },
  blocks: { isCopied: true, personal: "stays, to keep them away" },
  comments: { ...OF_SOMETHING, personal: "goes" },
  contact_messages: { isCopied: true, personal: "goes", kept: "by a setting" },
  deliveries: { isCopied: false, kept: "until it is done" },
  drafts: OF_A_PERSON,
  episode_counts: OF_SOMETHING,
  episode_guests: OF_SOMETHING,
  feed_items: OF_SOMETHING,
  feed_words: WORK,
  feeds: OF_HOSTS,
  copy_places: OF_SOMETHING,
  file_copies: WORK,
  guests: OF_HOSTS,
  import_things: { ...WORK, personal: "goes" },
  imported_things: { isCopied: true, kept: "for ever" },
  imports: OF_HOSTS,
  invitations: { ...WORK, personal: "goes" },
  leaving_reasons: { isCopied: true, kept: "for ever" },
  letter_lanes: WORK,
  letter_pace: WORK,
  letter_recipients: OF_A_PERSON,
  letters: OF_HOSTS,
  levels: OF_HOSTS,
  likes: OF_SOMETHING,
  mail_outcomes: { isCopied: true, kept: "for ever" },
  mails: { ...WORK, personal: "goes" },
  media: OF_HOSTS,
  media_captions: OF_SOMETHING,
  media_files: OF_SOMETHING,
  media_uses: OF_SOMETHING,
  message_replies: OF_A_PERSON,
  missing_paths: { isCopied: true, kept: "by a setting" },
  news_media: OF_SOMETHING,
  newsletter_subscribers: { isCopied: true, personal: "goes", kept: "by a setting" },
  passkeys: OF_A_PERSON,
  payments: { ...WORK, personal: "goes" },
  preview_links: OF_SOMETHING,
  profiles: OF_A_PERSON,
  rate_limits: { isCopied: false, kept: "until it is done" },
  recovery_codes: OF_A_PERSON,
  redirect_hits: OF_SOMETHING,
  redirects: OF_HOSTS,
  revisions: OF_SOMETHING,
  search_documents: MADE_ANEW,
  search_uncounted: MADE_ANEW,
  search_vocabulary: MADE_ANEW,
  secrets: { isCopied: true, kept: "for ever" },
  sessions: OF_A_PERSON,
  settings: OF_HOSTS,
  subscriber_figures: { isCopied: true, kept: "for ever" },
  subscriber_import_rows: { ...WORK, personal: "goes" },
  subscriber_imports: OF_HOSTS,
  supporter_networks: { ...OF_A_PERSON, isCopied: true },
  supporters: { isCopied: true, personal: "goes", kept: "by a setting" },
  totp_secrets: OF_A_PERSON,
  transcript_versions: OF_SOMETHING,
  transcriptions: WORK,
  transcripts: OF_SOMETHING,
  uploads: WORK,
  users: { isCopied: true, personal: "goes" },
  verifications: { ...WORK, personal: "goes" },
}
