/** @param what could not be loaded, in the words of the specification (section 8) */
export function FailureNotice({ what }: { what: string }) {
  return (
    <p role="alert" className="office-alert font-semibold text-blood-dark">
      Erreur : {what}. Rechargez la page dans un instant.
    </p>
  )
}
