// What the server and the browser call the parts of a page whose scripts run late.

export const LATE_SCRIPT = "late-script"
export const LATE_PRELOAD = "late-modulepreload"
export const ROUTES_LOADED = "cko:routes-loaded"
