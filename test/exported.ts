import type { Shape } from "#app/office/export/shapes.ts"

/**
 * Of a table what an archive has of it: each column under its own name in the lines of `shape`, under the one that `named`
 * says, or for a reason not at all.
 */
type Exported = { shape: Shape; named?: Record<string, string>; left?: Record<string, string> }

const SEARCHED = "is made of the others"
const VERSION = "tells two who edit at once apart"
const STARTER = "what came with the site is content like any other"
const REVIEW = "belongs to the team of this site"
const POSITION = "is the order of the list"
const AUTHOR = "leads to an account; how they sign is there"
const PART_OF = "is the line that it stands in"
const MAILED = "is what this site has told them"
const WORK = "is how far this site is with its work"
const PERSON = "is who of the team, by their account"

const ofContent = {
  searchText: SEARCHED,
  version: VERSION,
  isStarter: STARTER,
  reviewAskedAt: REVIEW,
  authorId: AUTHOR,
}

export const EXPORTED: Record<string, Exported> = {
  episodes: {
    shape: "episodes",
    named: {
      ...{ guest: "guestNames", youtubeUrl: "youtube", spotifyUrl: "spotify", thumbnailUrl: "picture" },
      ...{ audioUrl: "sound.address", audioType: "sound.type", audioBytes: "sound.bytes" },
      ...{ durationSeconds: "sound.durationSeconds", commentsOpen: "commenting" },
      ...{ reservedFor: "reserved.for", reservedDays: "reserved.days", reservedUntil: "reserved.until" },
      ...{ reservedLevelId: "reserved.levelId", isReservedHidden: "reserved.isHidden" },
      supporterAudioUrl: "reserved.sound",
    },
    left: {
      ...ofContent,
      givenNumber: "tells whether this site's hosts or a feed gave the number",
      opensAt: "follows from the others",
    },
  },
  episode_counts: { shape: "episodes", left: { episodeId: PART_OF } },
  episode_guests: {
    shape: "guests",
    named: { episodeId: "episodes" },
    left: { guestId: PART_OF, position: POSITION },
  },
  transcripts: { shape: "transcripts", left: { id: "is the episode's", text: SEARCHED, version: VERSION } },
  news: {
    shape: "news",
    named: {
      ...{ content: "text", mediaType: "kind", mediaUrl: "media.address", thumbnailUrl: "thumbnail" },
      ...{ mediaCaption: "media.caption", externalUrl: "link" },
    },
    left: ofContent,
  },
  news_media: {
    shape: "news",
    named: {
      ...{ mediaType: "media.kind", mediaUrl: "media.address", thumbnailUrl: "media.thumbnail" },
      ...{ caption: "media.caption" },
    },
    left: { id: POSITION, newsId: PART_OF, position: POSITION },
  },
  blog_posts: {
    shape: "blog",
    named: { content: "text", coverImageUrl: "picture", signature: "author" },
    left: ofContent,
  },
  custom_pages: { shape: "pages", named: { content: "text", metaDescription: "summary" }, left: ofContent },
  guests: {
    shape: "guests",
    named: { linkUrl: "link", pictureUrl: "picture" },
    left: { searchText: SEARCHED, version: VERSION },
  },
  comments: {
    shape: "comments",
    named: {
      ...{
        parentId: "repliesTo",
        authorName: "author",
        authorEmail: "email",
        content: "text",
        status: "state",
      },
    },
    left: { threadId: "is its own number", writtenBy: PERSON, searchText: SEARCHED },
  },
  redirects: {
    shape: "redirects",
    named: { source: "from", target: "to" },
    left: { searchText: SEARCHED, version: VERSION },
  },
  levels: {
    shape: "levels",
    named: { description: "text" },
    left: { searchText: SEARCHED, version: VERSION },
  },
  letters: {
    shape: "letters",
    named: { title: "subject", content: "text", publishedAt: "startedAt" },
    left: {
      ...ofContent,
      isPublished: "is `isArchived` and `startedAt`",
      addressedAt: WORK,
      halt: WORK,
      sentHtml: "is made of the text",
      sentText: "is made of the text",
    },
  },
  letter_recipients: {
    shape: "letters",
    named: { state: "recipients", cameBack: "cameBack" },
    left: {
      ...Object.fromEntries(
        ["id", "subscriberId", "attempts", "dueAt", "lease", "leasedUntil", "failure"].map((name) => [
          name,
          WORK,
        ]),
      ),
      ...{
        letterId: PART_OF,
        endedAt: "is somebody's, and counted",
        cameBackAt: "is somebody's, and counted",
      },
    },
  },
  audience_days: { shape: "audience-days" },
  audience_months: { shape: "audience-months", named: { day: "month" } },
  subscriber_figures: { shape: "subscribers-by-day", left: { id: "rows are summed up by day" } },
  newsletter_subscribers: {
    shape: "subscribers",
    named: { consentedAt: "consent.at", consentOrigin: "consent.origin", consentWording: "consent.wording" },
    left: {
      ...{ searchText: SEARCHED, confirmationAskedAt: WORK, softRefusals: WORK },
      ...{ importId: "its words are in the consent", goneByImportId: "is told by the state" },
    },
  },
  supporters: {
    shape: "supporters",
    left: {
      searchText: SEARCHED,
      version: VERSION,
      feedNumber: "is part of addresses that only this site can make",
      linkNumber: "is part of links that only this site can make",
      ...{ welcomedAt: MAILED, remindedOf: MAILED, toldEndOf: MAILED },
    },
  },
  leaving_reasons: { shape: "leaving-reasons", left: { id: "is chance" } },
  contact_messages: {
    shape: "messages",
    named: { message: "text" },
    left: { searchText: SEARCHED, threadId: "is of this site's mails" },
  },
  message_replies: {
    shape: "messages",
    named: { text: "replies.text", createdAt: "replies.createdAt", outcome: "replies.outcome" },
    left: {
      id: "is of this site's mails",
      messageId: PART_OF,
      writtenBy: PERSON,
      endedAt: WORK,
      failure: WORK,
    },
  },
  blocks: { shape: "bans" },
  media: {
    shape: "media",
    named: { focalX: "focus.x", focalY: "focus.y", key: "page" },
    left: {
      ...Object.fromEntries(["state", "failure", "attempts", "leasedUntil"].map((name) => [name, WORK])),
      ...Object.fromEntries(
        ["thumbhash", "bitRate", "loudness", "waveform", "tags"].map((name) => [
          name,
          "is read from the file",
        ]),
      ),
      ...{ createdBy: PERSON, version: VERSION, searchText: SEARCHED },
    },
  },
  media_files: {
    shape: "media",
    named: { path: "file" },
    left: {
      ...Object.fromEntries(
        ["type", "width", "height", "bytes", "sha256"].map((name) => [name, "is read from the file"]),
      ),
      ...{
        id: PART_OF,
        mediumId: PART_OF,
        role: "is `file` or `original`",
        name: "is of this site's addresses",
      },
    },
  },
  media_captions: {
    shape: "media",
    named: { language: "captions.language", cues: "captions.file" },
    left: { mediumId: PART_OF, updatedAt: "is the medium's" },
  },
  profiles: {
    shape: "episodes",
    named: { displayName: "author" },
    left: Object.fromEntries(
      ["userId", "firstName", "lastName", "birthDate", "country"].map((name) => [name, "is of an account"]),
    ),
  },
}

const ACCOUNTS = "people get accounts anew where they go, and nothing that opens one"
const KEYS = "opens something"
const EARLIER = "an archive is what the site is today"
const HERE = "is how far this site is with its work, or what it guards itself by"

/** Tables of which an archive has nothing, and why. */
export const LEFT_OUT: Record<string, string> = {
  ...{
    accounts: KEYS,
    passkeys: KEYS,
    recovery_codes: KEYS,
    secrets: KEYS,
    sessions: KEYS,
    totp_secrets: KEYS,
  },
  ...{ verifications: KEYS, preview_links: KEYS, invitations: ACCOUNTS, users: ACCOUNTS },
  ...{ bin: EARLIER, drafts: EARLIER, revisions: EARLIER, transcript_versions: EARLIER },
  audit_log: "tells who of the team did what, for as long as hosts set",
  likes: "whose they are is nobody's business; how many there are stands with the episode",
  payments: "tells for a month what became of them: those whom they made supporters",
  supporter_networks: "whose they are is nobody's business, and a week later forgotten",
  deliveries: "whose they are is nobody's business; how many there are is in the totals",
  ...{
    rate_limits: HERE,
    mails: HERE,
    mail_outcomes: HERE,
    letter_lanes: HERE,
    letter_pace: HERE,
    uploads: HERE,
  },
  ...{
    transcriptions: HERE,
    feed_words: HERE,
    feed_items: HERE,
    feeds: HERE,
    file_copies: HERE,
    copy_places: HERE,
  },
  ...{ imports: HERE, import_things: HERE, imported_things: HERE },
  ...{ subscriber_imports: HERE, subscriber_import_rows: HERE, redirect_hits: HERE, missing_paths: HERE },
  ...{
    search_documents: SEARCHED,
    search_uncounted: SEARCHED,
    search_vocabulary: SEARCHED,
    media_uses: SEARCHED,
  },
  settings: "go by groups into data/settings.json",
}

/** Groups of settings of which an archive has nothing, and why. */
export const LEFT_GROUPS: Record<string, string> = {
  ...{ mail: "is about this machine", returns: "is about this machine", letters: "is about this machine" },
  ...{ uploads: "is about this machine", audience: "names addresses of the team's networks" },
  updates: "is what this site does by itself",
  ...{ automatic: "is what this site does by itself", retention: "is what this site does by itself" },
}
