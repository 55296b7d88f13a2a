export type Word = {
  /** `status` in `-status:>error`, as typed. Undefined for a search term. */
  key: string | undefined
  isNegated: boolean
  /** Parts of the value between commas, or the word itself, without quotes. */
  values: WordValue[]
  start: number
  end: number
  /** Position of an unclosed quotation mark. */
  openQuote: number | undefined
}

export type WordValue = { text: string; isQuoted: boolean; start: number; end: number }

export type Token =
  | ({ type: 'word' } & Word)
  | { type: 'open'; isNegated: boolean; start: number; end: number }
  | { type: 'close'; start: number; end: number }
  | { type: 'operator'; operator: 'AND' | 'OR' | 'NOT'; start: number; end: number }

/** Splits a filter at spaces and parentheses outside quotation marks. Does not interpret keys. */
export function readTokens(text: string): Token[] {
  const tokens: Token[] = []
  let position = 0
  while (position < text.length) {
    if (/\s/.test(text[position] ?? '')) {
      position += 1
      continue
    }
    const token = readToken(text, position)
    tokens.push(token)
    position = token.end
  }
  return tokens
}

function readToken(text: string, start: number): Token {
  if (text[start] === ')') return { type: 'close', start, end: start + 1 }
  const open = /^-?\(/.exec(text.slice(start, start + 2))?.[0]
  if (open !== undefined)
    return { type: 'open', isNegated: open.length === 2, start, end: start + open.length }
  const operator = /^(AND|OR|NOT)(?=[\s()]|$)/.exec(text.slice(start, start + 4))?.[0]
  if (operator === 'AND' || operator === 'OR' || operator === 'NOT')
    return { type: 'operator', operator, start, end: start + operator.length }
  return { type: 'word', ...readWord(text, start) }
}

function readWord(text: string, start: number): Word {
  const [prefix = '', minus = '', name = ''] =
    /^(-?)([a-z][\w-]*(?:\.[\w.-]+|\."(?:[^"\\]|\\.)*")?):/i.exec(text.slice(start)) ?? []
  // `https://…` is a search term.
  const isKey = prefix !== '' && !text.startsWith('//', start + prefix.length)
  if (isKey) {
    const values = readValues(text, start + prefix.length, true)
    return { key: name, isNegated: minus !== '', start, ...values }
  }
  const isNegated = text[start] === '-' && /\S/.test(text[start + 1] ?? ' ')
  return {
    key: undefined,
    isNegated,
    start,
    ...readValues(text, start + Number(isNegated), false),
  }
}

function readValues(text: string, start: number, hasList: boolean) {
  const values: WordValue[] = []
  let openQuote: number | undefined
  let value: WordValue = { text: '', isQuoted: false, start, end: start }
  let position = start
  // `f(x)` is one word. Its parentheses close no group.
  let depth = 0
  for (; position < text.length; position++) {
    const character = text[position] ?? ''
    if (/\s/.test(character)) break
    if (character === '(') depth += 1
    if (character === ')') {
      if (depth === 0) break
      depth -= 1
    }
    if (character === '"') {
      const quoted = readQuoted(text, position)
      value = { ...value, text: value.text + quoted.text, isQuoted: true }
      if (!quoted.isClosed) openQuote = position
      position = quoted.end - 1
    } else if (character === ',' && hasList) {
      values.push({ ...value, end: position })
      value = { text: '', isQuoted: false, start: position + 1, end: position + 1 }
    } else value.text += character
  }
  values.push({ ...value, end: position })
  return { values, end: position, openQuote }
}

/** Returns the name without quotation marks: `"answer relevance"` → `answer relevance`. */
export const unquoted = (name: string): string =>
  name.startsWith('"') ? readQuoted(name, 0).text : name

function readQuoted(text: string, start: number) {
  let read = ''
  for (let position = start + 1; position < text.length; position++) {
    const character = text[position] ?? ''
    if (character === '"') return { text: read, end: position + 1, isClosed: true }
    if (character === '\\' && /["\\]/.test(text[position + 1] ?? '')) position += 1
    read += text[position] ?? ''
  }
  return { text: read, end: text.length, isClosed: false }
}
