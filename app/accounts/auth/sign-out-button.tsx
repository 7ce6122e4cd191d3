import { useFetcher } from "react-router"
import { SIGN_OUT, SIGN_OUT_LABEL } from "./sign-out.copy.ts"

type Props = {
  className: string
  onSubmit?: () => void
  /** Its name, unless it shows more than that. */
  children?: React.ReactNode
}

export function SignOutButton({ className, onSubmit, children = SIGN_OUT_LABEL }: Props) {
  // Not a navigation: refused, or without a network, the page stays as it is.
  const { Form } = useFetcher()
  return (
    <Form method="post" action={SIGN_OUT} onSubmit={onSubmit} data-leaves="">
      <button type="submit" className={className}>
        {children}
      </button>
    </Form>
  )
}
