/** Where the hosts see which mails were given up. */
export const FAILED_MAILS = "/admin/health/mails"
