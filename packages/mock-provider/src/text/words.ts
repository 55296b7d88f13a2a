/** Words that say nothing about a subject, in the languages prompts come in. */
const STOPWORDS = new Set(
  [
    'a about after all also am an and any are as at be because been before but by can could did do does for from',
    'get give had has have he her here him his how i if in into is it its just know like make may me might more most',
    'much must my need no not now of off on one only or other our out over own per please put say she should so some',
    'such tell than that the their them then there these they this those to too under up upon us use used using very',
    'was we were what when where which while who whom whose why will with would yes you your let lets want im dont',
    'le la les un une des de du et ou est sont dans pour avec que qui sur der die das ein eine und oder ist sind mit',
    'von zu den el los las y o es son en con por para una',
  ]
    .join(' ')
    .split(' '),
)

export function words(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}]+(?:['’][\p{L}]+)?/gu) ?? []
}

/** A light stem: enough for plurals and the common endings to meet. */
export function stem(word: string): string {
  const plain = word.replace(/['’]\w*$/u, '')
  if (plain.length <= 3) return plain
  const singular = plain
    .replace(/ies$/, 'y')
    .replace(/(?<=s|x|z|ch|sh)es$/, '')
    .replace(/(?<=[^sui])s$/, '')
  if (singular.length <= 4) return singular
  return singular
    .replace(/(?:ations?|ators?|ating|ated)$/, 'ate')
    .replace(/(?:ing|edly|ed|ly)$/, '')
    .replace(/(\w)\1$/, '$1')
    .replace(/e$/, '')
}

/** Stems of the words that carry meaning, repeats kept. */
export function keywords(text: string): string[] {
  return words(text)
    .filter((word) => !STOPWORDS.has(word))
    .map(stem)
    .filter((word) => word !== '')
}

/** The words of an identifier: `orderNumber`, `order_number` and `order-number` alike. */
export function identifierWords(name: string): string[] {
  return words(name.replaceAll(/([\p{Ll}\p{N}])(\p{Lu})/gu, '$1 $2').replaceAll(/[_\-.]/g, ' '))
}

export function capitalise(text: string): string {
  const [first = ''] = text
  return first.toUpperCase() + text.slice(first.length)
}

/** Lowers the first letter unless the word looks like a name or an abbreviation. */
export function uncapitalise(text: string): string {
  return /^\p{Lu}\p{Ll}*(?:\s|$|[,.;:!?'’])/u.test(text) && !/^(?:I|I['’]\w+)\b/.test(text)
    ? (text[0] ?? '').toLowerCase() + text.slice(1)
    : text
}

const NUMBER_WORDS = 'zero one two three four five six seven eight nine ten eleven twelve'.split(
  ' ',
)

/** Reads `3` and `three`. */
export function countOf(text: string): number | undefined {
  if (/^\d{1,3}$/.test(text)) return Number(text)
  const at = NUMBER_WORDS.indexOf(text.toLowerCase())
  return at >= 0 ? at : undefined
}

export const COUNT_PATTERN = `(?:\\d{1,3}|${NUMBER_WORDS.slice(1).join('|')})`
