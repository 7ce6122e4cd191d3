/**
 * Keeps French punctuation at its word, as a no-break space does: a line never begins with « : », « ? » or « » ».
 * Only plain spaces change that stand before (or, for «, behind) a mark; texts without them stay as they are.
 */
export function frenchSpaces(text: string) {
  return text
    .replace(BEFORE_HIGH_MARK, "\u202f")
    .replace(BEFORE_COLON, "\u00a0")
    .replace(BEHIND_GUILLEMET, "\u00a0")
}

// A mark is followed by the end, a space or more punctuation: « :) », « ?q= » and « :30 » are none. The spaces before one
// are only looked at from their first: otherwise a row of spaces would take quadratic time.
const BEFORE_HIGH_MARK = /(?<! ) +(?=[;!?]+(?:$|[\s\u00a0\u202f»”")\]…,.]))/g
const BEFORE_COLON = /(?<! ) +(?=[:»](?:$|[\s\u00a0\u202f»”"\],.;!?…]|(?<=»)\)))/g
const BEHIND_GUILLEMET = /(?<=«) +/g
