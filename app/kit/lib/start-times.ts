/** Where a film begins, in seconds, as its address says: `90`, `90s`, `1m30s` or `1h2m3s`; 0 for anything else. */
export function readStart(text: string) {
  const [all, hours = "0", minutes = "0", seconds = "0"] =
    /^(?:(\d{1,2})h)?(?:(\d{1,3})m)?(?:(\d{1,5})s?)?$/.exec(text) ?? []
  return all === undefined ? 0 : Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds)
}
