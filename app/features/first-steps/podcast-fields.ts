/** What a host says first of a podcast; the rest is for a feed to say, or for later. */
export const FIRST_FIELDS = ["name", "tagline", "description", "cover"]

export const FEED_FIELDS = [
  "author",
  "ownerName",
  "ownerEmail",
  "language",
  "categories",
  "isExplicit",
  "fundingUrl",
  "platforms",
  "socials",
]
