export type Word = {
  /** `status` in `-status:>error`, as typed. Undefined for a search term. */
  key: string | undefined
  isNegated: boolean
  /** Parts of the value between commas, or the word itself, without quotes. */
  values: WordValue[]
  at: number
  end: number
  /** Position of an unclosed quotation mark. */
  openQuote: number | undefined
}

export type WordValue = { text: string; isQuoted: boolean; at: number; end: number }

export type Token =
  | ({ type: 'word' } & Word)
  | { type: 'open'; isNegated: boolean; at: number; end: number }
  | { type: 'close'; at: number; end: number }
  | { type: 'operator'; operator: 'AND' | 'OR' | 'NOT'; at: number; end: number }

/** Splits a filter at spaces and parentheses outside quotation marks. Does not interpret keys. */
export function readTokens(text: string): Token[] {
  const tokens: Token[] = []
  let at = 0
  while (at < text.length) {
    if (/\s/.test(text[at] ?? '')) {
      at += 1
      continue
    }
    const token = readToken(text, at)
    tokens.push(token)
    at = token.end
  }
  return tokens
}

function readToken(text: string, at: number): Token {
  if (text[at] === ')') return { type: 'close', at, end: at + 1 }
  const open = /^-?\(/.exec(text.slice(at, at + 2))?.[0]
  if (open !== undefined)
    return { type: 'open', isNegated: open.length === 2, at, end: at + open.length }
  const operator = /^(AND|OR|NOT)(?=[\s()]|$)/.exec(text.slice(at, at + 4))?.[0]
  if (operator === 'AND' || operator === 'OR' || operator === 'NOT')
    return { type: 'operator', operator, at, end: at + operator.length }
  return { type: 'word', ...readWord(text, at) }
}

function readWord(text: string, at: number): Word {
  const [prefix = '', minus = '', name = ''] =
    /^(-?)([a-z][\w-]*(?:\.[\w.-]+|\."(?:[^"\\]|\\.)*")?):/i.exec(text.slice(at)) ?? []
  // `https://…` is a search term.
  const isKey = prefix !== '' && !text.startsWith('//', at + prefix.length)
  if (isKey) {
    const values = readValues(text, at + prefix.length, true)
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
  // `f(x)` is one word. Its parentheses close no group.
  let depth = 0
  for (; at < text.length; at++) {
    const character = text[at] ?? ''
    if (/\s/.test(character)) break
    if (character === '(') depth += 1
    if (character === ')') {
      if (depth === 0) break
      depth -= 1
    }
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

/** Returns the name without quotation marks: `"answer relevance"` → `answer relevance`. */
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
