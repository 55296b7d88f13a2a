import { type FilterTerm, type TermRange, readTerm, TermProblem } from './read-term.ts'
import { readTokens, type Token } from './tokens.ts'

export type { FilterTerm, Pattern } from './read-term.ts'

/** Conditions of which all, or any, must hold. */
export type FilterGroup = TermRange & { type: 'all' | 'any'; of: FilterExpression[] }

export type FilterExpression = FilterTerm | FilterGroup

/** Whether a filter expression is a group. */
export const isGroup = (expression: FilterExpression): expression is FilterGroup =>
  expression.type === 'all' || expression.type === 'any'

/** A problem and its position, so that it can be underlined. */
export type FilterProblem = { at: number; length: number; message: string }

/** All `terms` must hold. A filter without OR, NOT and parentheses has no groups. */
export type ParsedFilter = { terms: FilterExpression[]; problems: FilterProblem[] }

/** Deeper nesting is rejected, because databases limit the depth of expressions. */
const MAX_DEPTH = 20

/**
 * Parses `(status:error OR tag:vip) AND NOT model:gpt* "refund policy"`. A space means AND, and AND
 * binds tighter than OR. Operators are in capitals. Valid terms are returned together with the
 * problems of the others.
 */
export function parseFilter(text: string): ParsedFilter {
  const parser = createParser(readTokens(text))
  const terms = parser.parse()
  return { terms, problems: parser.problems.toSorted((a, b) => a.at - b.at) }
}

function createParser(tokens: readonly Token[]) {
  const problems: FilterProblem[] = []
  let next = 0
  let isTooDeep = false

  const report = (message: string, { start, end }: { start: number; end: number }) =>
    void problems.push({ at: start, length: Math.max(1, end - start), message })

  const isOperator = (token: Token | undefined, ...operators: string[]) =>
    token?.type === 'operator' && operators.includes(token.operator)

  /** Whether no operand can start here. */
  const isEnd = (token: Token | undefined) =>
    token === undefined || token.type === 'close' || isOperator(token, 'AND', 'OR')

  /** Parses alternatives separated by OR. Returns conditions that must all hold. */
  function parseAny(depth: number): FilterExpression[] {
    const alternatives = [parseAll(depth)]
    for (let token = tokens[next]; token && isOperator(token, 'OR'); token = tokens[next]) {
      const before = tokens[next - 1]
      if (before?.type !== 'word' && before?.type !== 'close')
        report('OR needs a condition before it', token)
      next += 1
      if (isEnd(tokens[next]) && !isOperator(tokens[next], 'OR'))
        report('OR needs a condition after it', token)
      alternatives.push(parseAll(depth))
    }
    const nonEmpty = alternatives.filter((terms) => terms.length > 0)
    const [first = []] = nonEmpty
    return nonEmpty.length < 2 ? first : [toAny(nonEmpty.map((terms) => toSingle(terms)))]
  }

  function parseAll(depth: number): FilterExpression[] {
    const terms: FilterExpression[] = []
    let isFirst = true
    for (let token = tokens[next]; token && !isOperator(token, 'OR'); token = tokens[next]) {
      if (token.type === 'close') {
        if (depth > 0) break
        report('There is no opening parenthesis for this one', token)
        next += 1
      } else if (isOperator(token, 'AND')) {
        next += 1
        if (isFirst) report('AND needs a condition before it', token)
        else if (isEnd(tokens[next])) report('AND needs a condition after it', token)
      } else terms.push(...parseOperand(token, depth))
      isFirst = false
    }
    return terms
  }

  /** Returns one condition, or none after reporting a problem. */
  function parseOperand(token: Token, depth: number): FilterExpression[] {
    next += 1
    if (token.type === 'open') return parseGroup(token, depth + 1)
    if (token.type === 'operator') return parseNot(token, depth)
    if (token.type === 'close') return []
    reportSmallOperator(next - 1)
    try {
      return [readTerm(token)]
    } catch (error) {
      if (!(error instanceof TermProblem)) throw error
      report(error.message, error)
      return []
    }
  }

  function parseNot(token: Token, depth: number): FilterExpression[] {
    const operand = tokens[next]
    if (!operand || isEnd(operand)) {
      report('NOT needs a condition after it', token)
      return []
    }
    return parseOperand(operand, depth).map((term) => ({
      ...term,
      start: token.start,
      isNegated: !term.isNegated,
    }))
  }

  function parseGroup(open: Extract<Token, { type: 'open' }>, depth: number): FilterExpression[] {
    if (depth > MAX_DEPTH) {
      report(`Parentheses are nested more than ${MAX_DEPTH} deep`, open)
      isTooDeep = true
      next = tokens.length
      return []
    }
    const terms = parseAny(depth)
    const close = tokens[next]
    if (close?.type !== 'close') {
      if (!isTooDeep) report('This parenthesis is not closed', open)
      return terms
    }
    if (tokens[next - 1] === open)
      report('There is nothing in these parentheses', { start: open.start, end: close.end })
    next += 1
    if (terms.length === 0) return []
    const group = toSingle(terms)
    const isNegated = group.isNegated !== open.isNegated
    return [{ ...group, start: open.start, end: close.end, isNegated }]
  }

  /** Otherwise `status:error or tag:vip` would search for the word “or”. */
  function reportSmallOperator(index: number) {
    const token = tokens[index]
    if (token?.type !== 'word' || token.key !== undefined || token.isNegated) return
    const [{ text, isQuoted } = { text: '', isQuoted: true }] = token.values
    if (isQuoted || !/^(and|or|not)$/i.test(text)) return
    const isBetween = isCondition(tokens[index + 1]) && isCondition(tokens[index - 1])
    if (isBetween || (/^not$/i.test(text) && isCondition(tokens[index + 1])))
      report(`Write ${text.toUpperCase()} in capitals, or put the word in quotation marks`, token)
  }

  const parse = () => {
    const terms = parseAny(0)
    const [single] = terms
    // Parentheses around the whole filter have no effect.
    return terms.length === 1 && single?.type === 'all' && !single.isNegated ? single.of : terms
  }

  return { problems, parse }
}

const isCondition = (token: Token | undefined): boolean =>
  token?.type === 'open' ||
  token?.type === 'close' ||
  (token?.type === 'word' && token.key !== undefined)

function toSingle(terms: FilterExpression[]): FilterExpression {
  const [first] = terms
  if (first && terms.length === 1) return first
  return { type: 'all', of: terms, isNegated: false, ...toRange(terms) }
}

/** Converts `tag:a OR tag:b` to `tag:a,b`, so that readers of value lists handle both. */
function toAny(of: FilterExpression[]): FilterExpression {
  const [first] = of
  const isList = first?.type === 'text' || first?.type === 'metadata'
  const values = of.flatMap((item) =>
    isList && item.type === first.type && item.key === first.key && !item.isNegated
      ? [item.values]
      : [],
  )
  if (isList && values.length === of.length)
    return { ...first, ...toRange(of), values: values.flat() }
  return { type: 'any', of, isNegated: false, ...toRange(of) }
}

const toRange = (terms: readonly FilterExpression[]) => ({
  start: terms[0]?.start ?? 0,
  end: terms.at(-1)?.end ?? 0,
})
