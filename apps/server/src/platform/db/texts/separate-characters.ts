/**
 * Scripts without spaces between words: kana and ideographs (those beyond 16 bits as pairs), Thai, Lao, Myanmar and Khmer.
 * Digits and punctuation of these scripts are not included.
 */
const UNSPACED =
  /[\u3041-\u30ff\u31f0-\u31ff\u3400-\u9fff\uf900-\ufaff\uff66-\uff9f]|[\ud840-\ud8ff][\udc00-\udfff]|[\u0e01-\u0e3a\u0e40-\u0e4e\u0e81-\u0ece\u0edc-\u0edf\u1000-\u103f\u1050-\u108f\u1780-\u17d3]/
const EACH = new RegExp(UNSPACED, 'g')

export const hasUnspacedScript = (text: string): boolean => UNSPACED.test(text)

/** Makes each character of an unspaced script a word of its own: a phrase of characters then matches anywhere in a text. */
export const separateCharacters = (text: string): string =>
  hasUnspacedScript(text) ? text.replaceAll(EACH, ' $& ') : text
