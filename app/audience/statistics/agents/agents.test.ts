import fc from "fast-check"
import { expect, test } from "vitest"
import { toCompactList } from "../../../../scripts/update-agents.ts"
import { classifyAgent, classifyReferrer, readSubscribers } from "./agents.ts"
import apps from "./lists/apps.json" with { type: "json" }
import bots from "./lists/bots.json" with { type: "json" }
import browsers from "./lists/browsers.json" with { type: "json" }
import devices from "./lists/devices.json" with { type: "json" }
import libraries from "./lists/libraries.json" with { type: "json" }
import referrers from "./lists/referrers.json" with { type: "json" }

const WEBKIT = "AppleWebKit/537.36 (KHTML, like Gecko)"
const IPHONE =
  "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)"
const WINDOWS = `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${WEBKIT}`
const PIXEL = `Mozilla/5.0 (Linux; Android 14; Pixel 8) ${WEBKIT}`
const MAC = "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)"

test.each([
  ["Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)", "Google"],
  [
    `${PIXEL} Chrome/120.0.0.0 Mobile Safari/537.36 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)`,
    "Google",
  ],
  ["FeedFetcher-Google; (+http://www.google.com/feedfetcher.html)", "Google"],
  [
    `Mozilla/5.0 ${WEBKIT.replace(")", "; compatible; bingbot/2.0; +http://www.bing.com/bingbot.htm)")} Chrome/120.0 Safari/537.36`,
    "Bing",
  ],
  ["Mozilla/5.0 (compatible; YandexBot/3.0; +http://yandex.com/bots)", "Yandex"],
  [`${MAC} AppleWebKit/605.1.15 (KHTML, like Gecko) (Applebot/0.1; +http://apple.com)`, "Apple"],
  ["facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)", "Facebook"],
  [
    `${MAC} AppleWebKit/601.2.4 (KHTML, like Gecko) Version/9.0.1 Safari/601.2.4 facebookexternalhit/1.1 Facebot Twitterbot/1.0`,
    "Facebook",
  ],
  ["meta-externalagent/1.1 (+https://developers.facebook.com/docs/sharing/webmasters/crawler)", "Facebook"],
  ["Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)", "Slack"],
  ["Mozilla/5.0 (compatible; Discordbot/2.0; +https://discordapp.com)", "Discord"],
  ["WhatsApp/2.23.20.0 A", "WhatsApp"],
  ["TelegramBot (like TwitterBot)", "Telegram"],
  ["Twitterbot/1.0", "Twitter"],
  ["LinkedInBot/1.0 (compatible; Mozilla/5.0; Apache-HttpClient +http://www.linkedin.com)", "LinkedIn"],
  ["http.rb/5.1.1 (Mastodon/4.2.1; +https://piaille.fr/)", "Mastodon"],
  [
    "Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; GPTBot/1.2; +https://openai.com/gptbot)",
    "OpenAI",
  ],
  ["Mozilla/5.0 (compatible; ClaudeBot/1.0; +claudebot@anthropic.com)", "Anthropic"],
  ["Mozilla/5.0 (compatible; AhrefsBot/7.0; +http://ahrefs.com/robot/)", "Ahrefs"],
  ["Mozilla/5.0+(compatible; UptimeRobot/2.0; http://www.uptimerobot.com/)", "UptimeRobot"],
  ["Feedly/1.0 (+http://www.feedly.com/fetcher.html; 16 subscribers; like FeedFetcher-Google)", "Feedly"],
  ["Feedbin feed-id:1697787 - 102 subscribers", "Feedbin"],
  ["Overcast/1.0 Podcast Sync (12 subscribers; feed-id=456789; +http://overcast.fm/)", "Overcast"],
  ["PocketCasts/1.0 (Pocket Casts Feed Parser; +http://pocketcasts.com/)", "Pocket Casts"],
  ["iTMS", "Apple Podcasts"],
  ["PodnewsBot/1.0 (+https://podnews.net/bot)", "Podnews"],
  [`${WINDOWS} HeadlessChrome/120.0.0.0 Safari/537.36`, "HeadlessChrome"],
  ["curl/8.5.0", "curl"],
  ["Wget/1.21.4", "Wget"],
  ["python-requests/2.31.0", "python-requests"],
  ["Go-http-client/2.0", "Go-http-client"],
  ["axios/1.6.2", "axios"],
  ["Java/17.0.1", "Java"],
  ["Apache-HttpClient/4.5.13 (Java/11.0.20)", "Apache HttpClient"],
  ["PostmanRuntime/7.36.0", "Postman"],
  ["Mozilla/5.0", "Bare Mozilla"],
  ["atc/1.0 watchOS/6.2 model/Watch4,4 hwp/t8006 build/17T529 (6; dt:191)", "Apple Watch"],
  ["(null)/(null) watchOS/5.2.1 model/Watch3,3 hwp/t8004 build/16U113 (6; dt:191)", "Apple Watch"],
  ["", ""],
  ["  \n", ""],
  ["-", ""],
  ["Super-Crawler 2", ""],
  ["ROBOT", ""],
  [`${WINDOWS} Chrome/120.0.0.0 Safari/537.36 NewSearchBot/1.0 (+https://search.test/bot)`, ""],
  ["cu\nrl/8.5.0", "curl"],
])("%j is the bot %j", (userAgent, name) => {
  expect(classifyAgent(userAgent)).toEqual({ kind: "bot", name, device: null })
})

test.each([
  ["Podcasts/4022.610.1 CFNetwork/1408.0.4 Darwin/22.5.0", "Apple Podcasts", null],
  ["Podcasts/1430.46 CFNetwork/1220.1 Darwin/20.3.0 (x86_64)", "Apple Podcasts", "computer"],
  ["Balados/1650.20 CFNetwork/1333.0.4 Darwin/21.5.0", "Apple Podcasts", null],
  ["%E6%92%AD%E5%AE%A2/1410.53 CFNetwork/1111 Darwin/19.0.0", "Apple Podcasts", null],
  ["iTunes/12.9.2 (Macintosh; OS X 10.14.2) AppleWebKit/606.3.4", "iTunes", "computer"],
  ["Overcast/3.0 (+http://overcast.fm/; iOS podcast app)", "Overcast", "mobile"],
  ["Overcast (+http://overcast.fm/; Apple Watch podcast app)", "Overcast", "watch"],
  ["Spotify/8.8.84 iOS/17.1 (iPhone14,5)", "Spotify", "mobile"],
  ["Spotify/8.6.54 Android/30 (SM-G991B)", "Spotify", "mobile"],
  ["Spotify/118200 Win32/0 (PC laptop)", "Spotify", "computer"],
  ["Deezer/7.0.12.95 (Android; 13; Mobile; fr) samsung SM-A525F", "Deezer", "mobile"],
  ["AntennaPod/3.2.0", "AntennaPod", null],
  ["Shifty Jelly Pocket Casts, Android v7.7.1", "Pocket Casts", "mobile"],
  ["Pocket Casts", "Pocket Casts", null],
  ["PocketCasts/1.0 (Pocket Casts Player; iOS)", "Pocket Casts", "mobile"],
  ["PodcastAddict/v5 (+https://podcastaddict.com/; Android podcast app)", "Podcast Addict", "mobile"],
  [
    "PodcastAddict/v2 - Dalvik/2.1.0 (Linux; U; Android 9; SM-N950U Build/PPR1.180610.011)",
    "Podcast Addict",
    "mobile",
  ],
  ["CastBox/8.2.1 (Linux;Android 11) ExoPlayerLib/2.10.4", "Castbox", "mobile"],
  ["Castro 2021.10/1234", "Castro", null],
  ["Podbean/Android App 7.5.2 (http://podbean.com)", "Podbean", "mobile"],
  ["Podverse/4.16.2 Android Mobile App/", "Podverse", "mobile"],
  ["Radio France/6.0 (Android 13)", "Radio France", "mobile"],
  ["TuneIn Radio/25.4.0; iPhone13,2; iOS/16.0", "TuneIn", "mobile"],
  ["AmazonMusic/23.5.1 iPhone12,1 CFNetwork/1402 Darwin/22.2.0", "Amazon Music", "mobile"],
  ["Alexa Mobile Voice/1.0", "Alexa", "smart_speaker"],
  ["Echo/1.0(APNG)", "Alexa", "smart_speaker"],
  ["Linux UPnP/1.0 Sonos/57.3-79200 (ZPS9)", "Sonos", "smart_speaker"],
  [
    `Mozilla/5.0 (X11; Linux armv7l) ${WEBKIT} Chrome/90.0 Safari/537.36 CrKey/1.56.500000 DeviceType/GoogleHome`,
    "Google Home",
    "smart_speaker",
  ],
  [
    `Mozilla/5.0 (X11; Linux aarch64) ${WEBKIT} Chrome/90.0 Safari/537.36 CrKey/1.56.500000`,
    "Chromecast",
    "smart_tv",
  ],
  ["Roku/DVP-12.0 (12.0.0.4182)", "Roku", "smart_tv"],
  ["VLC/3.0.18 LibVLC/3.0.18", "VLC", null],
  [
    `${IPHONE} Mobile/15E148 [FBAN/FBIOS;FBAV/440.0.0.30.108;FBBV/537255468;FBDV/iPhone14,5]`,
    "Facebook",
    "mobile",
  ],
  [`${IPHONE} Mobile/15E148 Instagram 309.1.1.28.108 (iPhone14,5; iOS 17_1; fr_FR)`, "Instagram", "mobile"],
  [
    `Mozilla/5.0 (X11; GNU/Linux) ${WEBKIT} Chromium/79.0 Chrome/79.0 Safari/537.36 Tesla/2020.16`,
    "Tesla",
    "auto",
  ],
])("%j is the app %j on %j", (userAgent, name, device) => {
  expect(classifyAgent(userAgent)).toEqual({ kind: "app", name, device })
})

test.each([
  ["AppleCoreMedia/1.0.0.20D67 (iPhone; U; CPU OS 16_3_1 like Mac OS X; fr_fr)", "AppleCoreMedia", "mobile"],
  [
    "AppleCoreMedia/1.0.0.16G114 (HomePod; U; CPU OS 12_4 like Mac OS X; en_us)",
    "AppleCoreMedia",
    "smart_speaker",
  ],
  [
    "AppleCoreMedia/1.0.0.19K53 (Apple TV; U; CPU OS 15_2 like Mac OS X; fr_fr)",
    "AppleCoreMedia",
    "smart_tv",
  ],
  ["AppleCoreMedia/1.0.0.22G90 (Macintosh; U; Intel Mac OS X 13_5; fr_fr)", "AppleCoreMedia", "computer"],
  ["okhttp/4.11.0", "okhttp", null],
  ["Dalvik/2.1.0 (Linux; U; Android 13; SM-A536B Build/TP1A)", "Dalvik", "mobile"],
  ["SomeApp/1.2 (Linux;Android 12) ExoPlayerLib/2.18.1", "ExoPlayer", "mobile"],
  ["Lavf/60.3.100", "FFmpeg", null],
  ["SomeApp/12 CFNetwork/1410.0.3 Darwin/22.6.0", "CFNetwork", null],
  ["Windows-Media-Player/12.0.19041.1", "Windows Media Player", "computer"],
])("%j is the library %j on %j", (userAgent, name, device) => {
  expect(classifyAgent(userAgent)).toEqual({ kind: "library", name, device })
})

test.each([
  [`${WINDOWS} Chrome/120.0.0.0 Safari/537.36`, "Chrome", "computer"],
  [`${PIXEL} Chrome/120.0.0.0 Mobile Safari/537.36`, "Chrome", "mobile"],
  [`${IPHONE} CriOS/120.0.6099.119 Mobile/15E148 Safari/604.1`, "Chrome", "mobile"],
  [`Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) ${WEBKIT} Chrome/120.0 Safari/537.36`, "Chrome", "computer"],
  ["Mozilla/5.0 (X11; Linux x86_64; rv:120.0) Gecko/20100101 Firefox/120.0", "Firefox", "computer"],
  ["Mozilla/5.0 (Android 13; Mobile; rv:120.0) Gecko/120.0 Firefox/120.0", "Firefox", "mobile"],
  [`${IPHONE} FxiOS/120.0 Mobile/15E148 Safari/605.1.15`, "Firefox", "mobile"],
  [`${IPHONE} Version/17.5 Mobile/15E148 Safari/604.1`, "Safari", "mobile"],
  [`${MAC} AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.2 Safari/605.1.15`, "Safari", "computer"],
  [`${WINDOWS} Chrome/120.0.0.0 Safari/537.36 Edg/120.0.2210.61`, "Edge", "computer"],
  [`${PIXEL} Chrome/120.0.0.0 Mobile Safari/537.36 EdgA/120.0.2210.61`, "Edge", "mobile"],
  [`${WINDOWS} Chrome/118.0.0.0 Safari/537.36 OPR/104.0.0.0`, "Opera", "computer"],
  [`${PIXEL} SamsungBrowser/23.0 Chrome/115.0.0.0 Mobile Safari/537.36`, "Samsung Internet", "mobile"],
  [
    `Mozilla/5.0 (Linux; Android 10; CUBOT NOTE 20) ${WEBKIT} Chrome/120.0 Mobile Safari/537.36`,
    "Chrome",
    "mobile",
  ],
  ["Mozilla/5.0 (Windows NT 10.0; WOW64; Trident/7.0; rv:11.0) like Gecko", "Internet Explorer", "computer"],
  [
    `Mozilla/5.0 (SMART-TV; Linux; Tizen 5.0) ${WEBKIT} SamsungBrowser/2.2 Chrome/63.0 TV Safari/537.36`,
    "Samsung Internet",
    "smart_tv",
  ],
])("%j is the browser %j on %j", (userAgent, name, device) => {
  expect(classifyAgent(userAgent)).toEqual({ kind: "browser", name, device })
})

test.each([
  ["Sonnerie/1.0", null],
  ["Sonnerie/1.0 (Linux; Android 9; CUBOT_X19)", "mobile"],
])("%j is unknown on %j", (userAgent, device) => {
  expect(classifyAgent(userAgent)).toEqual({ kind: "unknown", name: "", device })
})

test.each([
  ["Overcast/1.0 Podcast Sync (12 subscribers; feed-id=456789; +http://overcast.fm/)", "Overcast", 12],
  ["Feedly/1.0 (+http://www.feedly.com/fetcher.html; 462 subscribers; )", "Feedly", 462],
  ["Feedbin feed-id:1697787 - 1 subscriber", "Feedbin", 1],
  ["Mozilla/5.0 (compatible; inoreader.com; 114 subscribers)", "Inoreader", 114],
  ["Mozilla/5.0 (compatible; theoldreader.com; 1 subscribers; feed-id=cead6c3a8376)", "The Old Reader", 1],
  ["Mozilla/5.0 (compatible; BazQux/2.4; +https://bazqux.com/fetcher; 3 Subscribers)", "BazQux", 3],
  ["Dreamwidth Studios (webmaster@dreamwidth.org; for https://a.test/; 2 readers)", "Dreamwidth", 2],
  ['NewsBlur Feed Fetcher - 27 subscribers - https://www.newsblur.com/ ("Mozilla/5.0")', "NewsBlur", 27],
  ["Lecteur/2 (0 subscribers)", "", 0],
])("%j fetches for the subscribers of an app", (userAgent, name, count) => {
  expect(readSubscribers(userAgent)).toEqual({ name, count })
})

test.each([
  "Overcast/3.0 (+http://overcast.fm/; iOS podcast app)",
  "Lecteur/2 (subscribers)",
  "Lecteur/2 (1234567890 subscribers)",
  "Lecteur/2 (1,234 subscribers)",
  "Lecteur/2 (-; 12 readership)",
  "",
])("%j says nothing of subscribers", (userAgent) => {
  expect(readSubscribers(userAgent)).toBeNull()
})

test.each([
  ["https://open.spotify.com/episode/1", "app", "Spotify"],
  ["https://www.deezer.com/fr/show/1", "app", "Deezer"],
  ["https://podcast.ausha.co/cko", "host", "Ausha"],
  ["https://www.Example.org:8443/a?b", "host", "example.org"],
  ["https://deezer.com@example.org/", "host", "example.org"],
  ["https://notdeezer.com/", "host", "notdeezer.com"],
  ["https://example.org/https://deezer.com/", "host", "example.org"],
  ["https://évènement.fr/", "host", "xn--vnement-2xah.fr"],
  ["android-app://com.google.android.gm/", "app", "com.google.android.gm"],
])("a browser that comes from %j comes from the %s %j", (address, kind, name) => {
  expect(classifyReferrer(address)).toEqual({ kind, name })
})

test.each([
  "",
  "-",
  "about:blank",
  "example.org",
  "https://",
  "https://a b/",
  "file:///etc/passwd",
  "javascript:alert(1)",
  "android-app://%3Cb%3E/",
  `https://${"a.".repeat(300)}fr/`,
])("%j names no page that a browser comes from", (address) => {
  expect(classifyReferrer(address)).toBeNull()
})

const LISTS = { bots, apps, libraries, browsers, devices, referrers }

test("each list names an entry once, with a category that is known", () => {
  const categories = Object.entries(LISTS).map(([list, rows]) => {
    expect(rows).toHaveLength(new Set(rows.map(([name]) => name)).size)
    return [list, [...new Set(rows.map(([, , category]) => category ?? null))].sort()]
  })
  expect(Object.fromEntries(categories)).toEqual({
    bots: [null],
    apps: [null],
    libraries: ["bot", null],
    browsers: [null],
    devices: ["auto", "computer", "mobile", "smart_speaker", "smart_tv", "watch"],
    referrers: ["app", "host"],
  })
})

/** What patterns are made of, taken apart, so that texts nearly fit them. */
const PIECES = Object.values(LISTS).flatMap((rows) =>
  rows.flatMap(([, pattern = ""]) => pattern.match(/[\w.%!' ]+/g) ?? []),
)

test("no user agent is looked at beyond its first 500 characters, whatever it is made of", () => {
  const piece = fc.constantFrom(...PIECES, "\0", "\ud800", "\n", "(", "/", ";", " ", "9", "😀")
  fc.assert(
    fc.property(
      fc.array(piece, { minLength: 1, maxLength: 6 }),
      fc.constantFrom(1, 20, 500),
      (unit, times) => {
        const text = unit.join("").repeat(times).padEnd(500)
        const agent = classifyAgent(`${text}Googlebot/2.1`)
        expect(agent).toEqual(classifyAgent(text.slice(0, 500)))
        expect(["bot", "app", "library", "browser", "unknown"]).toContain(agent.kind)
      },
    ),
    { numRuns: 10_000 },
  )
})

test("a user agent of 100,000 letters is one that nobody knows", () => {
  for (const letter of ["a", "\0", "\ud800", "9", "("])
    expect(classifyAgent(letter.repeat(100_000))).toEqual({ kind: "unknown", name: "", device: null })
})

test("a newer list is taken one entry a line, and none whose patterns nobody can read", async () => {
  const entry = { name: "A", pattern: "^A/\\d", category: "bot", comments: "said by A" }
  const list = await toCompactList(JSON.stringify({ entries: [entry, { name: "B", pattern: "B" }] }))
  expect(list).toBe('[\n  ["A", "^A/\\\\d", "bot"],\n  ["B", "B"]\n]\n')
  const take = (entries: unknown[]) => toCompactList(JSON.stringify({ entries }))
  await expect(take([])).rejects.toThrow("Too small")
  await expect(take([{ ...entry, pattern: "(" }])).rejects.toThrow("is no regular expression")
  await expect(take([{ pattern: "a" }])).rejects.toThrow("name")
})
