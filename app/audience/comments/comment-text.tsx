import { findLinks } from "./text-links.ts"

/** What somebody wrote: text, whatever is in it, with its line ends and with links for its addresses. */
export function CommentText({ text }: { text: string }) {
  return (
    <p className="mt-1.5 max-w-[70ch] wrap-anywhere whitespace-pre-line">
      {findLinks(text).map((part, index) =>
        part.href ? (
          <a key={index} href={part.href} rel="ugc nofollow noopener" className="underline">
            {part.text}
          </a>
        ) : (
          <bdi key={index}>{part.text}</bdi>
        ),
      )}
    </p>
  )
}
