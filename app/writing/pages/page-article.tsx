type Props = { title: string; contentHtml: string }

/** A custom page's text as its page shows it, and a preview of it. */
export function PageArticle({ title, contentHtml }: Props) {
  return (
    <article className="wrap pt-10 md:pt-16">
      <div className="sheet on-paper mx-auto max-w-4xl">
        <div className="mx-auto max-w-[76ch] px-5 py-8 sm:px-12 sm:py-12">
          <h1 className="poster border-b-4 border-double border-ink pb-4 text-poster-md break-words">
            {title}
          </h1>
          <div className="prose mt-8" dangerouslySetInnerHTML={{ __html: contentHtml }} />
        </div>
      </div>
    </article>
  )
}
