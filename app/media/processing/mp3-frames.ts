const RATES_1 = [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320]
const RATES_2 = [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160]
const SAMPLE_RATES = [44_100, 48_000, 32_000]

/** Reads the head of a frame of MPEG 1, 2 or 2.5, layer III. @returns its length and where a Xing header would be */
export function mp3Frame(head: Buffer) {
  if (head.length < 4) return undefined
  const [sync = 0, version = 0, rates = 0, mode = 0] = head
  if (sync !== 0xff || (version & 0xe0) !== 0xe0) return undefined
  const mpeg = (version >> 3) & 3
  const layer = (version >> 1) & 3
  const sampleRate = SAMPLE_RATES[(rates >> 2) & 3]
  const isFirst = mpeg === 3
  const bitRate = (isFirst ? RATES_1 : RATES_2)[rates >> 4]
  if (mpeg === 1 || layer !== 1 || !sampleRate || !bitRate) return undefined
  const samplesPerSecond = isFirst ? sampleRate : mpeg === 2 ? sampleRate / 2 : sampleRate / 4
  const padding = (rates >> 1) & 1
  const isMono = mode >> 6 === 3
  return {
    bytes: Math.floor(((isFirst ? 144_000 : 72_000) * bitRate) / samplesPerSecond) + padding,
    sideInfo: isFirst ? (isMono ? 17 : 32) : isMono ? 9 : 17,
  }
}
