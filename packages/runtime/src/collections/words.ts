/** The constants of BM25. */
const K1 = 1.2
const B = 0.75
const MIN_WEIGHT = 1e-6

/** Returns the indexes of the texts that contain a word of the query, best first by BM25. */
export function rankByWords(texts: readonly string[], query: string): number[] {
  const phrases = new Map(listPhrases(query).map((phrase) => [phrase, listWords(phrase)]))
  const documents = texts.map((text) => {
    const words = listWords(text)
    const counts = new Map<string, number>()
    for (const [phrase, parts] of phrases) {
      const count = countPhrase(words, parts)
      if (count > 0) counts.set(phrase, count)
    }
    return { counts, length: words.length }
  })
  const average = documents.reduce((sum, { length }) => sum + length, 0) / Math.max(1, texts.length)
  const weights = new Map(
    [...phrases.keys()].map((phrase) => {
      const having = documents.filter(({ counts }) => counts.has(phrase)).length
      const rarity = Math.log((texts.length - having + 0.5) / (having + 0.5))
      return [phrase, rarity > 0 ? rarity : MIN_WEIGHT]
    }),
  )
  const scores = documents.map(({ counts, length }) =>
    [...counts].reduce((sum, [phrase, count]) => {
      const dampedCount = count + K1 * (1 - B + (B * length) / average)
      return sum + ((weights.get(phrase) ?? 0) * count * (K1 + 1)) / dampedCount
    }, 0),
  )
  return [...texts.keys()]
    .filter((index) => (documents[index]?.counts.size ?? 0) > 0)
    .sort((a, b) => (scores[b] ?? 0) - (scores[a] ?? 0))
}

/** Chinese and Japanese are written without spaces, in words of two characters mostly. */
const CHARACTERS = /[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}ー々]+/u
/** Thai, Lao, Myanmar and Khmer are written without spaces, in words that only a dictionary separates. */
const LETTERS = /[\p{sc=Thai}\p{sc=Laoo}\p{sc=Mymr}\p{sc=Khmr}]+/u
const UNSPACED = new RegExp(`${CHARACTERS.source}|${LETTERS.source}`, 'gu')
const dictionary = new Intl.Segmenter('th', { granularity: 'word' })

/** Splits a text into words without diacritics: `café` is `cafe`. Each character of an unspaced script is a word. */
const listWords = (text: string): string[] =>
  text
    .toLowerCase()
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .normalize('NFC')
    .replace(UNSPACED, (part) => ` ${Array.from(part).join(' ')} `)
    .match(/[\p{L}\p{N}]+/gu) ?? []

/** Splits a query into words; unspaced scripts into pairs of characters, or words of the dictionary. */
function listPhrases(query: string): string[] {
  const text = query.toLowerCase().normalize('NFKC')
  const spacedText = text.replace(UNSPACED, (part) => {
    const characters = Array.from(part)
    const split = !CHARACTERS.test(part)
      ? Array.from(dictionary.segment(part), ({ segment }) => segment)
      : characters.length < 2
        ? characters
        : characters.slice(1).map((character, index) => `${characters[index]}${character}`)
    return ` ${split.join(' ')} `
  })
  return [...new Set(spacedText.match(/[\p{L}\p{M}\p{N}]+/gu) ?? [])]
}

function countPhrase(words: readonly string[], parts: readonly string[]): number {
  if (parts.length === 0) return 0
  return words.filter((_, offset) => parts.every((part, index) => words[offset + index] === part))
    .length
}
