import { Form } from "react-router"
import { HiddenFields } from "#app/kit/ui/hidden-fields.tsx"
import { Panel } from "#app/kit/ui/panel.tsx"
import { groupAddress } from "./groups.ts"

/** For a podcast that was given another name, and still has the texts of the one that the site was made for. */
export function NeutralOffer() {
  return (
    <Panel title="Les textes livrés avec le site">
      <p className="max-w-[75ch]">
        Le podcast porte un autre nom, mais ce que personne n’a rempli (slogan, chiffres, hôtes, réseaux…)
        montre encore les textes livrés avec le site. Les retirer laisse vide ce que vous n’avez pas
        écrit&nbsp;; cela se défait dans «&nbsp;Textes&nbsp;».
      </p>
      <Form method="post" action={groupAddress("texts")} className="mt-4">
        <HiddenFields fields={{ intent: "save", fields: "isNeutral", isNeutral: "on" }} />
        <button type="submit" className="office-button">
          Retirer les textes livrés avec le site
        </button>
      </Form>
    </Panel>
  )
}
