import styles from "#app/kit/styles/office.css?url"

/** The back office's styles, for whatever shows a part of it. React loads them once, before it shows that part. */
export function OfficeStyles() {
  return <link rel="stylesheet" href={styles} precedence="office" />
}
