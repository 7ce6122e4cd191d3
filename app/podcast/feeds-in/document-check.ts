import { FeedError } from "./feed-error.ts"
import { plainText } from "#app/kit/lib/from-html/html-texts.ts"

/** Decides whether a document is an RSS feed; throws a FeedError as soon as it is known to be something else. */
export function createDocumentCheck() {
  let isFeed = false
  let firstElement = ""
  let elements = 0
  let characters = 0
  let isBlank = true

  return {
    isFeed: () => isFeed,

    /** Elements before the root are borne with: some servers print warnings in front of the feed. */
    open(local: string) {
      if (local === "rss") isFeed = true
      else if (local === "feed") throw new FeedError(ATOM)
      else if (local === "opml") throw new FeedError(OPML)
      else if (local === "rdf") throw new FeedError(RSS_1)
      else if (["html", "head", "body"].includes(local)) throw new FeedError(HTML)
      firstElement ||= local
      elements += 1
      if (!isFeed && elements > MAX_ELEMENTS) throw new FeedError(notFeed(firstElement))
    },

    text(text: string) {
      if (isFeed) return
      characters += text.length
      isBlank &&= /^[\s\ufeff]*$/.test(text.slice(0, MAX_CHARACTERS))
      if (characters > MAX_CHARACTERS) throw new FeedError(notFeed(firstElement))
    },

    instruction(name: string, data: string) {
      if (!isFeed && name.toLowerCase() === "!doctype" && /^!doctype\s+html/i.test(data))
        throw new FeedError(HTML)
    },

    end() {
      if (isFeed) return
      throw new FeedError(isBlank && elements === 0 ? EMPTY : notFeed(firstElement))
    },
  }
}

function notFeed(element: string) {
  const name = plainText(element).slice(0, 40)
  const found = name ? ` : sa racine est <${name}>` : ""
  return `Ce document n'est pas un flux de podcast (RSS 2.0)${found}.`
}

const MAX_CHARACTERS = 65_536
const MAX_ELEMENTS = 100
const EMPTY = "Le fichier est vide."
const HTML =
  "C’est une page web (HTML), pas un flux de podcast. Indiquez l’adresse du flux RSS, que votre hébergeur de podcast affiche."
const OPML =
  "C’est une liste d’abonnements, pas un flux de podcast. Ouvrez-la dans un éditeur de texte et importez l’adresse (xmlUrl) du podcast voulu."
const ATOM = "C'est un flux Atom, pas un flux de podcast (RSS 2.0)."
const RSS_1 = "C'est un flux RSS 1.0, pas un flux de podcast (RSS 2.0)."
