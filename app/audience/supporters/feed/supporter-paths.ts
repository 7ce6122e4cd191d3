/** Where supporters find what is theirs. */
export const SUPPORTERS_PAGE = "/soutiens"

/** The address of somebody's feed. @param key as it was made for them */
export const feedPathOf = (key: string) => `${SUPPORTERS_PAGE}/${key}.xml`

/** Where the link of a mail leads, which opens their page on a device. */
export const LINK_PAGE = `${SUPPORTERS_PAGE}/lien`
