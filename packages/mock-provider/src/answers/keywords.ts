/** Words that do not help to find a passage. */
const STOPWORDS = new Set(
  'a about all also am an and any are as at be because been by can could did do does each else for from get give had has have he her his how i if in into is it its just let like look make may me more most much my no not now of on one or other our out please say she should so some such tell than that the their them then there these they this to under up us use used was we were what when where which while who whose why will with would you your'.split(
    ' ',
  ),
)

export const splitWords = (text: string): string[] =>
  text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []

/** Strips common English endings, so that `refunded` and `refunds` match `refund`. */
export const stem = (word: string): string =>
  word.length > 4 ? word.replace(/(?:ies|es|s|ing|ed|e)$/, '') : word

/** Returns the stems of the meaningful words, each once. */
export const keywords = (text: string): Set<string> =>
  new Set(
    splitWords(text)
      .filter((word) => !STOPWORDS.has(word))
      .map(stem),
  )

/** Splits `orderNumber`, `order_number` and `order-number` into words. */
export const identifierWords = (name: string): string[] =>
  splitWords(name.replaceAll(/([\p{Ll}\p{N}])(\p{Lu})/gu, '$1 $2').replaceAll(/[_\-.]/g, ' '))

const segmenter = new Intl.Segmenter('en', { granularity: 'sentence' })

/** Splits running text into sentences. */
export const splitSentences = (text: string): string[] =>
  [...segmenter.segment(text.replaceAll(/\s+/g, ' '))]
    .map(({ segment }) => segment.trim())
    .filter((sentence) => /[\p{L}\p{N}]/u.test(sentence))
