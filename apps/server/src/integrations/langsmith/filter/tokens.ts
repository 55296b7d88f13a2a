import { invalidInput } from '../../../platform/http/errors.ts'

export type Token = { at: number } & (
  | { type: 'name' | 'text'; text: string }
  | { type: 'number'; number: number }
  | { type: 'mark'; mark: string }
)

const SPACE = /\s+/y
const MARK = /[(),[\]]/y
const NUMBER = /-?\d+(?:\.\d+)?(?:e[+-]?\d+)?(?![\w.])/iy
const NAME = /[a-z_][\w.]*/iy
const TEXT = /"((?:[^"\\]|\\.)*)"|'((?:[^'\\]|\\.)*)'/sy

export const filterError = (at: number, message: string) =>
  invalidInput('filter', `${message} at character ${at + 1}`)

export function readTokens(text: string): Token[] {
  const tokens: Token[] = []
  let at = 0
  const take = (pattern: RegExp) => {
    pattern.lastIndex = at
    return pattern.exec(text)
  }
  while (at < text.length) {
    const space = take(SPACE)
    if (space) {
      at += space[0].length
      continue
    }
    const token = readToken(take, at)
    if (!token) throw filterError(at, `unexpected ${text[at]}`)
    tokens.push(token.token)
    at += token.length
  }
  return tokens
}

function readToken(take: (pattern: RegExp) => RegExpExecArray | null, at: number) {
  const mark = take(MARK)
  if (mark) return { token: { at, type: 'mark' as const, mark: mark[0] }, length: 1 }
  const number = take(NUMBER)
  if (number)
    return {
      token: { at, type: 'number' as const, number: Number(number[0]) },
      length: number[0].length,
    }
  const text = take(TEXT)
  if (text)
    return {
      token: { at, type: 'text' as const, text: unescape(text[1] ?? text[2] ?? '') },
      length: text[0].length,
    }
  const name = take(NAME)
  return name && { token: { at, type: 'name' as const, text: name[0] }, length: name[0].length }
}

const unescape = (text: string) =>
  text.replaceAll(/\\(.)/gs, (_, char: string) => (char === 'n' ? '\n' : char))
