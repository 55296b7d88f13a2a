/*
 * Arithmetic as people write it: finding it in a sentence and working it out. Numbers, + - * / ^ %,
 * brackets and a few functions; nothing else is ever evaluated.
 */

const WORDING: readonly (readonly [RegExp, string])[] = [
  [/(\d),(?=\d{3}\b)/g, '$1'],
  [/(\d(?:\.\d+)?)\s*(?:%|percent|per cent)\s+of\s+/gi, '$1 / 100 * '],
  [/square root of\s+(\d+(?:\.\d+)?)/gi, 'sqrt($1)'],
  [/(\d+(?:\.\d+)?)\s+squared/gi, '$1 ^ 2'],
  [/(\d+(?:\.\d+)?)\s+cubed/gi, '$1 ^ 3'],
  [/\b(?:to the power of|raised to(?: the)?)\b/gi, '^'],
  [/\bmultiply\s+(\S+)\s+(?:by|with|and)\s+/gi, '$1 * '],
  [/\bdivide\s+(\S+)\s+by\s+/gi, '$1 / '],
  [/\badd\s+(\S+)\s+(?:to|and)\s+/gi, '$1 + '],
  [/\bsubtract\s+(\S+)\s+from\s+([\d.]+)/gi, '$2 - $1'],
  [/\bsum of\s+([\d.]+)((?:,?\s*(?:and\s+)?[\d.]+)+)/gi, 'SUM $1$2'],
  [/\bproduct of\s+([\d.]+)\s+and\s+([\d.]+)/gi, '$1 * $2'],
  [/\bplus\b/gi, '+'],
  [/\bminus\b/gi, '-'],
  [/\b(?:times|multiplied by)\b/gi, '*'],
  [/\b(?:divided by|over)\b/gi, '/'],
  [/(\d)\s*[x×·]\s*(?=[\d(])/gi, '$1 * '],
  [/÷/g, '/'],
  [/−/g, '-'],
]

const RUN = /(?:sqrt|abs|round|floor|ceil|[\d.]+|[-+*/^%()\s]|\*\*)+/gi
const HAS_OPERATION =
  /\d\s*\)*\s*[-+*/^%]\s*[-(]*\s*(?:\d|sqrt|abs|round|floor|ceil)|(?:sqrt|abs|round|floor|ceil)\s*\(/i
/** Dates, phone numbers and versions look like sums but are none. */
const NO_SUM =
  /^\s*(?:\d{4}-\d{1,2}(?:-\d{1,2})?|\d{1,2}\/\d{1,2}\/\d{2,4}|\d{3}-\d{3,4}(?:-\d{4})?|\d+-\d+-\d+)\s*$/

/** The first sum in a sentence, written with operators: `15% of 80` gives `15 / 100 * 80`. */
export function findExpression(text: string): string | undefined {
  const worded = WORDING.reduce((result, [pattern, by]) => result.replaceAll(pattern, by), text)
  const summed = worded.replaceAll(/SUM ([\d., and]*\d)/g, (_whole, list: string) =>
    (list.match(/\d+(?:\.\d+)?/g) ?? []).join(' + '),
  )
  for (const [run] of summed.matchAll(RUN)) {
    const expression = tidy(run)
    if (HAS_OPERATION.test(expression) && !NO_SUM.test(run) && isSum(expression)) {
      return expression
    }
  }
  return undefined
}

function tidy(run: string): string {
  const trimmed = run.replace(/^[\s*/^%+)]+/, '').replace(/[\s(*/^%.+-]+$/, '')
  // The beginning of a word that follows, as in "rounded".
  const whole = trimmed.replace(/(?<=[\d)])\s*(?:sqrt|abs|round|floor|ceil)$/i, '')
  return whole.replaceAll(/\s+/g, ' ')
}

type Token = number | string

/** Undefined for anything that is no well-formed sum or has no finite value. */
export function evaluate(expression: string): number | undefined {
  const value = read(expression)
  return value !== undefined && Number.isFinite(value) ? Number(value.toPrecision(12)) : undefined
}

/** Well formed, even if its value is not finite. */
function isSum(expression: string): boolean {
  return read(expression) !== undefined
}

function read(expression: string): number | undefined {
  const tokens = expression.replaceAll('**', '^').match(/\d+(?:\.\d+)?|\.\d+|[a-z]+|\S/gi) ?? []
  const reader: Reader = { tokens: tokens.map(tokenOf), at: 0, isBroken: false }
  const value = readSum(reader, 0)
  return reader.at < reader.tokens.length || reader.isBroken ? undefined : value
}

function tokenOf(text: string): Token {
  return /^[\d.]/.test(text) && text !== '.' ? Number(text) : text.toLowerCase()
}

type Reader = { tokens: readonly Token[]; at: number; isBroken: boolean }

const PRECEDENCE: Readonly<Record<string, number>> = {
  '+': 1,
  '-': 1,
  '*': 2,
  '/': 2,
  '%': 2,
  '^': 4,
}
const DEEPEST = 200

function readSum(reader: Reader, lowest: number, depth = 0): number {
  if (depth > DEEPEST) return broken(reader)
  let left = readTerm(reader, depth)
  for (;;) {
    const operator = reader.tokens[reader.at]
    const strength = typeof operator === 'string' ? (PRECEDENCE[operator] ?? 0) : 0
    if (typeof operator !== 'string' || strength === 0 || strength <= lowest) return left
    reader.at += 1
    // Powers group to the right.
    left = apply(
      operator,
      left,
      readSum(reader, operator === '^' ? strength - 1 : strength, depth + 1),
    )
  }
}

function readTerm(reader: Reader, depth: number): number {
  const token = reader.tokens[reader.at]
  reader.at += 1
  if (typeof token === 'number') return token
  if (token === '-') return -readSum(reader, 3, depth + 1)
  if (token === '+') return readSum(reader, 3, depth + 1)
  if (token === '(') return readBracket(reader, depth)
  const call = token === undefined ? undefined : FUNCTIONS[token]
  if (!call || reader.tokens[reader.at] !== '(') return broken(reader)
  reader.at += 1
  return call(readBracket(reader, depth))
}

function broken(reader: Reader): number {
  reader.isBroken = true
  return Number.NaN
}

function readBracket(reader: Reader, depth: number): number {
  const value = readSum(reader, 0, depth + 1)
  if (reader.tokens[reader.at] !== ')') return broken(reader)
  reader.at += 1
  return value
}

const FUNCTIONS: Readonly<Record<string, ((value: number) => number) | undefined>> = {
  sqrt: Math.sqrt,
  abs: Math.abs,
  round: Math.round,
  floor: Math.floor,
  ceil: Math.ceil,
}

function apply(operator: string, left: number, right: number): number {
  switch (operator) {
    case '+':
      return left + right
    case '-':
      return left - right
    case '*':
      return left * right
    case '/':
      return left / right
    case '%':
      return left % right
    default:
      return left ** right
  }
}
