export type Word = {
  /** `status` of `-status:>error`, as typed; undefined for a word of text. */
  key: string | undefined
  isNegated: boolean
  /** What follows the colon, or the word itself: pieces parted by commas, with their quotes resolved. */
  values: WordValue[]
  at: number
  end: number
  /** Where a quotation began that is not closed. */
  openQuote: number | undefined
}

export type WordValue = { text: string; isQuoted: boolean; at: number; end: number }

/** Parts the text at spaces outside quotation marks; knows nothing of what the keys mean. */
export function readWords(text: string): Word[] {
  const words: Word[] = []
  let at = 0
  while (at < text.length) {
    if (/\s/.test(text[at] ?? '')) at += 1
    else {
      const word = readWord(text, at)
      words.push(word)
      at = word.end
    }
  }
  return words
}

function readWord(text: string, at: number): Word {
  const [whole = '', minus = '', name = ''] =
    /^(-?)([a-z][\w-]*(?:\.[\w.-]+|\."(?:[^"\\]|\\.)*")?):/i.exec(text.slice(at)) ?? []
  // `https://…` is something to search for.
  const isKey = whole !== '' && !text.startsWith('//', at + whole.length)
  if (isKey) {
    const values = readValues(text, at + whole.length, true)
    return { key: name, isNegated: minus !== '', at, ...values }
  }
  const isNegated = text[at] === '-' && /\S/.test(text[at + 1] ?? ' ')
  return { key: undefined, isNegated, at, ...readValues(text, at + Number(isNegated), false) }
}

function readValues(text: string, start: number, hasList: boolean) {
  const values: WordValue[] = []
  let openQuote: number | undefined
  let value: WordValue = { text: '', isQuoted: false, at: start, end: start }
  let at = start
  for (; at < text.length; at++) {
    const character = text[at] ?? ''
    if (/\s/.test(character)) break
    if (character === '"') {
      const quoted = readQuoted(text, at)
      value = { ...value, text: value.text + quoted.text, isQuoted: true }
      if (!quoted.isClosed) openQuote = at
      at = quoted.end - 1
    } else if (character === ',' && hasList) {
      values.push({ ...value, end: at })
      value = { text: '', isQuoted: false, at: at + 1, end: at + 1 }
    } else value.text += character
  }
  values.push({ ...value, end: at })
  return { values, end: at, openQuote }
}

/** `"answer relevance"` as the name it quotes. */
export const unquoted = (name: string): string =>
  name.startsWith('"') ? readQuoted(name, 0).text : name

function readQuoted(text: string, start: number) {
  let read = ''
  for (let at = start + 1; at < text.length; at++) {
    const character = text[at] ?? ''
    if (character === '"') return { text: read, end: at + 1, isClosed: true }
    if (character === '\\' && /["\\]/.test(text[at + 1] ?? '')) at += 1
    read += text[at] ?? ''
  }
  return { text: read, end: text.length, isClosed: false }
}
