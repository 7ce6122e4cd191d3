/** Whether a file is the page of a post that Medium exported. @param head its first kilobytes */
export const isMedium = (head: string) => /class="h-entry"/.test(head) && /class="p-name"/.test(head)

/** How Medium calls these pages in its archive, those of drafts too. Its other pages tell of the person. */
export const MEDIUM_PAGE = /(?:^|\/)posts\/(?:draft|\d{4}-\d{2}-\d{2})_[^/]{0,300}\.html$/
