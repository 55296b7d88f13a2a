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
  let index = 0
  const currentPosition = () => tokens[index]?.position ?? text.length

  function next(): Token {
    const token = tokens[index]
    if (!token) throw filterError(text.length, 'the filter ends too early')
    index += 1
    return token
  }
  function expectPunctuation(punctuation: string) {
    const token = next()
    if (token.type !== 'punctuation' || token.punctuation !== punctuation)
      throw filterError(token.position, `expected ${punctuation}`)
  }
  const isPunctuation = (punctuation: string) => {
    const token = tokens[index]
    return token?.type === 'punctuation' && token.punctuation === punctuation
  }
  function literal(): Literal {
    const token = next()
    if (token.type === 'number') return token.number
    if (token.type === 'text') return token.text
    if (token.type === 'name' && /^(true|false|null|none)$/i.test(token.text)) {
      const lowerName = token.text.toLowerCase()
      return lowerName === 'true' ? true : lowerName === 'false' ? false : null
    }
    throw filterError(token.position, 'expected a string, a number, true, false or null')
  }
  function field(): string {
    const token = next()
    if (token.type === 'punctuation' || token.type === 'number')
      throw filterError(token.position, 'expected a field name')
    if (!FIELDS.has(token.text)) {
      const fieldNames = [...FIELDS].join(', ')
      throw filterError(token.position, `unknown field “${token.text}” (known: ${fieldNames})`)
    }
    return token.text
  }
  function list<T>(item: () => T, closing: string): T[] {
    const items = isPunctuation(closing) ? [] : [item()]
    while (isPunctuation(',')) {
      index += 1
      items.push(item())
    }
    expectPunctuation(closing)
    return items
  }

  function expression(depth: number): Filter {
    if (depth > MAX_DEPTH)
      throw filterError(currentPosition(), `nested deeper than ${MAX_DEPTH} levels`)
    const token = next()
    if (token.type !== 'name') throw filterError(token.position, 'expected a function')
    expectPunctuation('(')
    const op = token.text.toLowerCase()
    if (op === 'and' || op === 'or' || op === 'not')
      return { op, of: list(() => expression(depth + 1), ')') }
    if (op === 'search') return search()
    if (!isComparison(op)) throw filterError(token.position, `unknown function ${token.text}`)
    const name = field()
    expectPunctuation(',')
    if (op === 'in') {
      expectPunctuation('[')
      const values = list(literal, ']')
      expectPunctuation(')')
      return { op, field: name, values }
    }
    const value = literal()
    expectPunctuation(')')
    if (name === 'error' && typeof value === 'boolean' && (op === 'eq' || op === 'neq'))
      return { op: value === (op === 'eq') ? 'neq' : 'eq', field: name, value: null }
    return { op: op === 'exists' ? 'has' : op, field: name, value }
  }
  function search(): Filter {
    const isField = tokens[index]?.type === 'name'
    const name = isField ? field() : null
    if (isField) expectPunctuation(',')
    const value = String(literal())
    expectPunctuation(')')
    return { op: 'search', field: name, value }
  }

  const filter = expression(0)
  if (index < tokens.length) throw filterError(currentPosition(), 'expected the end of the filter')
  return filter
}

const COMPARISONS = ['eq', 'neq', 'gt', 'gte', 'lt', 'lte', 'in', 'has', 'exists', 'like'] as const
const isComparison = (op: string): op is (typeof COMPARISONS)[number] =>
  COMPARISONS.some((comparison) => comparison === op)

type Token = { position: number } & (
  | { type: 'name' | 'text'; text: string }
  | { type: 'number'; number: number }
  | { type: 'punctuation'; punctuation: string }
)

const SPACE = /\s+/y
const PUNCTUATION = /[(),[\]]/y
const NUMBER = /-?\d+(?:\.\d+)?(?:e[+-]?\d+)?(?![\w.])/iy
const NAME = /[a-z_][\w.]*/iy
const TEXT = /"((?:[^"\\]|\\.)*)"|'((?:[^'\\]|\\.)*)'/sy

const filterError = (position: number, message: string) =>
  invalidInput('filter', `${message} at character ${position + 1}`)

function readTokens(text: string): Token[] {
  const tokens: Token[] = []
  let position = 0
  const matchAt = (pattern: RegExp) => {
    pattern.lastIndex = position
    return pattern.exec(text)
  }
  while (position < text.length) {
    const space = matchAt(SPACE)
    if (space) {
      position += space[0].length
      continue
    }
    const token = readToken(matchAt, position)
    if (!token) throw filterError(position, `unexpected ${text[position]}`)
    tokens.push(token.token)
    position += token.length
  }
  return tokens
}

function readToken(matchAt: (pattern: RegExp) => RegExpExecArray | null, position: number) {
  const punctuation = matchAt(PUNCTUATION)
  if (punctuation)
    return {
      token: { position, type: 'punctuation' as const, punctuation: punctuation[0] },
      length: 1,
    }
  const number = matchAt(NUMBER)
  if (number)
    return {
      token: { position, type: 'number' as const, number: Number(number[0]) },
      length: number[0].length,
    }
  const text = matchAt(TEXT)
  if (text)
    return {
      token: { position, type: 'text' as const, text: unescape(text[1] ?? text[2] ?? '') },
      length: text[0].length,
    }
  const name = matchAt(NAME)
  return (
    name && {
      token: { position, type: 'name' as const, text: name[0] },
      length: name[0].length,
    }
  )
}

const unescape = (text: string) =>
  text.replaceAll(/\\(.)/gs, (_, char: string) => (char === 'n' ? '\n' : char))
