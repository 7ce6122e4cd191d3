/**
 * What an open session alone is not enough for: whatever reaches one of these waits for re-authentication (docs/product.md 15.11).
 * `keys`: what lets oneself in. `access`: who gets in, and where the mails go that let people in. `people`: what is known of
 * them, and whose subscriptions end. `many`: mails to many. `feed`: whose the podcast is, and where it is. `elsewhere`: another
 * site that visitors are led to, or that is let in. `for-good`: what no copy of today brings back.
 */
export type Reach = "keys" | "access" | "people" | "many" | "feed" | "elsewhere" | "for-good"
