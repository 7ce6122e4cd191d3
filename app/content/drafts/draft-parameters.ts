// What the address of a manager names beside the item in its form.

/** The draft that fills the form. */
export const DRAFT = "draft"
/** The version that fills the form. */
export const VERSION = "version"
/** The version that is compared with how the item is now. */
export const COMPARE = "compare"

/** What takes what concerns drafts, versions and secret addresses. */
export const DRAFTS_PATH = "/admin/drafts"
