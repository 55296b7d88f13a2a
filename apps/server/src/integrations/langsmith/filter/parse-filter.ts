import { invalidInput } from '../../../platform/http/errors.ts'

export type Literal = string | number | boolean | null

export type Filter =
  | { op: 'and' | 'or' | 'not'; of: Filter[] }
  | {
      op: 'eq' | 'neq' | 'gt' | 'gte' | 'lt' | 'lte' | 'has' | 'like'
      field: string
      value: Literal
    }
  | { op: 'in'; field: string; values: Literal[] }
  | { op: 'search'; field: string | null; value: string }

const FIELDS = new Set(
  `id name run_type status error start_time end_time latency total_tokens prompt_tokens
  completion_tokens total_cost first_token_time trace_id parent_run_id tags is_root execution_order
  thread_id reference_example_id feedback_key feedback_score feedback_value metadata_key
  metadata_value input_key input_value output_key output_value metadata inputs outputs`.split(
    /\s+/,
  ),
)
const MAX_DEPTH = 50

/**
 * Parses e.g. `and(eq(run_type, "llm"), gt(latency, 1))`. Throws a 400 that reports the character.
 */
export function parseFilter(text: string): Filter {
  const tokens = readTokens(text)
  let at = 0
  const here = () => tokens[at]?.at ?? text.length

  function next(): Token {
    const token = tokens[at]
    if (!token) throw filterError(text.length, 'the filter ends too early')
    at += 1
    return token
  }
  function expectMark(mark: string) {
    const token = next()
    if (token.type !== 'mark' || token.mark !== mark)
      throw filterError(token.at, `expected ${mark}`)
  }
  const isMark = (mark: string) => {
    const token = tokens[at]
    return token?.type === 'mark' && token.mark === mark
  }
  function literal(): Literal {
    const token = next()
    if (token.type === 'number') return token.number
    if (token.type === 'text') return token.text
    if (token.type === 'name' && /^(true|false|null|none)$/i.test(token.text)) {
      const word = token.text.toLowerCase()
      return word === 'true' ? true : word === 'false' ? false : null
    }
    throw filterError(token.at, 'expected a string, a number, true, false or null')
  }
  function field(): string {
    const token = next()
    if (token.type === 'mark' || token.type === 'number')
      throw filterError(token.at, 'expected a field name')
    if (!FIELDS.has(token.text)) {
      const known = [...FIELDS].join(', ')
      throw filterError(token.at, `unknown field “${token.text}” (known: ${known})`)
    }
    return token.text
  }
  function list<T>(item: () => T, end: string): T[] {
    const items = isMark(end) ? [] : [item()]
    while (isMark(',')) {
      at += 1
      items.push(item())
    }
    expectMark(end)
    return items
  }

  function expression(depth: number): Filter {
    if (depth > MAX_DEPTH) throw filterError(here(), `nested deeper than ${MAX_DEPTH} levels`)
    const token = next()
    if (token.type !== 'name') throw filterError(token.at, 'expected a function')
    expectMark('(')
    const op = token.text.toLowerCase()
    if (op === 'and' || op === 'or' || op === 'not')
      return { op, of: list(() => expression(depth + 1), ')') }
    if (op === 'search') return search()
    if (!isComparison(op)) throw filterError(token.at, `unknown function ${token.text}`)
    const name = field()
    expectMark(',')
    if (op === 'in') {
      expectMark('[')
      const values = list(literal, ']')
      expectMark(')')
      return { op, field: name, values }
    }
    const value = literal()
    expectMark(')')
    if (name === 'error' && typeof value === 'boolean' && (op === 'eq' || op === 'neq'))
      return { op: value === (op === 'eq') ? 'neq' : 'eq', field: name, value: null }
    return { op: op === 'exists' ? 'has' : op, field: name, value }
  }
  function search(): Filter {
    const isField = tokens[at]?.type === 'name'
    const name = isField ? field() : null
    if (isField) expectMark(',')
    const value = String(literal())
    expectMark(')')
    return { op: 'search', field: name, value }
  }

  const filter = expression(0)
  if (at < tokens.length) throw filterError(here(), 'expected the end of the filter')
  return filter
}

const COMPARISONS = ['eq', 'neq', 'gt', 'gte', 'lt', 'lte', 'in', 'has', 'exists', 'like'] as const
const isComparison = (op: string): op is (typeof COMPARISONS)[number] =>
  COMPARISONS.some((one) => one === op)

type Token = { at: number } & (
  | { type: 'name' | 'text'; text: string }
  | { type: 'number'; number: number }
  | { type: 'mark'; mark: string }
)

const SPACE = /\s+/y
const MARK = /[(),[\]]/y
const NUMBER = /-?\d+(?:\.\d+)?(?:e[+-]?\d+)?(?![\w.])/iy
const NAME = /[a-z_][\w.]*/iy
const TEXT = /"((?:[^"\\]|\\.)*)"|'((?:[^'\\]|\\.)*)'/sy

const filterError = (at: number, message: string) =>
  invalidInput('filter', `${message} at character ${at + 1}`)

function readTokens(text: string): Token[] {
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
