/** Where the store has an upload until it is a medium. */
export const uploadPath = (id: string) => `uploads/${id}`
