/** A vowel as it sounds at the beginning of a word: not the Y of Yanis, but that of Yves. An H is left to its word. */
const VOWEL = /^[aeiouàâäåæéèêëîïôöøœùûü]|^y[^aeiouàâäéèêëîïôöùûü]/i

/** « de Nour », « d’Awa ». */
export function ofName(name: string) {
  return VOWEL.test(name.normalize("NFC")) ? `d’${name}` : `de ${name}`
}
