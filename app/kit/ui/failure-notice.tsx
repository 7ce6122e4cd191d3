/** @param what could not be loaded, in its manager's words */
export function FailureNotice({ what }: { what: string }) {
  return (
    <p role="alert" className="office-alert font-semibold text-blood-dark">
      Erreur : {what}. Rechargez la page dans un instant.
    </p>
  )
}
