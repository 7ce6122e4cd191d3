/** A public page with colours, face and pictures that are not saved (server/theme-preview.ts). */
export const THEME_PREVIEW = "/admin/site/appearance/preview"
