/** Chinese and Japanese put no spaces between words: kana and ideographs, those beyond 16 bits as pairs. */
const SIGN = /[\u3041-\u30ff\u31f0-\u31ff\u3400-\u9fff\uf900-\ufaff]|[\ud840-\ud8ff][\udc00-\udfff]/
const EACH = new RegExp(SIGN, 'g')

export const hasSigns = (text: string): boolean => SIGN.test(text)

/** Each is a word of its own, so that what is looked for is a phrase of them wherever it stands. */
export const signsApart = (text: string): string =>
  hasSigns(text) ? text.replaceAll(EACH, ' $& ') : text
