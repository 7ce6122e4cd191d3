/** Marks a row of a list for the keys that go from row to row, and with `-title` what they lead to in it. */
export const ROW = "data-row"
