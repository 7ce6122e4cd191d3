/** A field that people do not see: what fills it is a machine. */
export const HONEYPOT = "website"
/** When the page with the form was made, in milliseconds since 1970. */
export const OPENED = "opened"
