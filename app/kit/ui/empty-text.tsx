/** What a list says when it has nothing to show. */
export function EmptyText({ children }: { children: React.ReactNode }) {
  return (
    <p className="mt-10 border-4 border-dashed border-ink-line px-6 py-16 text-center text-xl break-words text-paper-dim">
      {children}
    </p>
  )
}
