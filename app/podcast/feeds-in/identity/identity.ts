/** What an import offers to take over of a feed's podcast, besides its episodes. */
export type IdentityOffer = {
  /** Stands for what the feed and the site said when this was made. */
  key: string
  name: string
  /** Settings by their French names, as they are and as they would be. */
  changes: { label: string; before: string; after: string }[]
  /** The picture to copy; empty where none is. */
  coverUrl: string
  /** What the feed says and the site cannot take, in French. */
  left: string[]
  /** What came with the site as an example goes with it. */
  clearsExample: boolean
  /** Unless the host says otherwise: nobody has named the site yet. */
  isOn: boolean
}

/** What became of it. */
export type TakenIdentity = { name: string; coverFailure?: string }

/** « Le podcast s’appelle « X ». La couverture du flux n’a pas été reprise : … » */
export function describeTaken({ name, coverFailure }: TakenIdentity) {
  const taken = `Le site est maintenant celui de «\u00a0${name}\u00a0».`
  return coverFailure === undefined
    ? taken
    : `${taken} La couverture du flux n’a pas été reprise\u00a0: ${coverFailure}`
}
