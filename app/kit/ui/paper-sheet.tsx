import { Link } from "react-router"

/** One sheet of paper in the middle of the page: signing in, and what links in mails lead to. */
export function PaperSheet({ title, children }: { title: string; children: React.ReactNode }) {
  return (
    <div className="wrap py-12 md:py-20">
      <div className="sheet on-paper mx-auto max-w-xl px-5 py-8 sm:px-10">
        <h1 className="poster text-poster-md break-words">{title}</h1>
        {children}
      </div>
    </div>
  )
}

type NoticeProps = {
  title: string
  children: React.ReactNode
  /** It answers a click. */
  isAnswer?: boolean
  onward: { to: string; label: string }
}

/** A sheet that says how things stand, and leads on. */
export function PaperNotice({ title, children, isAnswer, onward }: NoticeProps) {
  return (
    <PaperSheet title={title}>
      <p role={isAnswer ? "status" : undefined} className="mt-6 text-lg">
        {children}
      </p>
      <Link to={onward.to} className="button button-ink mt-8">
        {onward.label}
      </Link>
    </PaperSheet>
  )
}
