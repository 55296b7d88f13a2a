import { describe, expect, test } from 'vitest'
import { joinFilters, listLeaves, removeTerm, toggleValue } from './edit-filter.ts'
import { type FilterExpression, isGroup, parseFilter } from './parse-filter.ts'

/** A filter as its structure: `any(status:error, not tag:vip)`. */
function show(expression: FilterExpression): string {
  const not = expression.isNegated ? 'not ' : ''
  if (isGroup(expression))
    return `${not}${expression.type}(${expression.of.map((one) => show(one)).join(', ')})`
  if (expression.type === 'search') return `${not}${expression.text}`
  if (expression.type === 'number') return `${not}${expression.key}`
  if (expression.type === 'time') return `${not}${expression.key}`
  return `${not}${expression.key}:${expression.values.map(({ text }) => text).join(',')}`
}

const structure = (text: string) => {
  const { terms, problems } = parseFilter(text)
  expect(problems).toEqual([])
  return terms.map((term) => show(term)).join(' ')
}

describe('operators', () => {
  test.each([
    ['status:error OR tag:vip', 'any(status:error, tag:vip)'],
    ['NOT status:error', 'not status:error'],
    ['NOT -status:error', 'status:error'],
    ['-(status:error OR tag:vip)', 'not any(status:error, tag:vip)'],
    ['NOT (status:error OR tag:vip)', 'not any(status:error, tag:vip)'],
    ['NOT NOT tag:vip', 'tag:vip'],
    ['status:error AND tag:vip', 'status:error tag:vip'],
    ['a b OR c', 'any(all(a, b), c)'],
    ['a AND b OR c AND d', 'any(all(a, b), all(c, d))'],
    ['a (b OR c)', 'a any(b, c)'],
    ['(a OR b)(c OR d)', 'any(a, b) any(c, d)'],
    ['(a b)', 'a b'],
    ['((a))', 'a'],
    ['NOT (a b) c', 'not all(a, b) c'],
    ['(tag:a OR (latency:>2s NOT tag:b)) model:m', 'any(tag:a, all(latency, not tag:b)) model:m'],
    ['tag:a OR tag:b OR tag:"c d"', 'tag:a,b,c d'],
    ['tag:a OR -tag:b', 'any(tag:a, not tag:b)'],
    ['metadata.customer:a OR metadata.customer:b', 'customer:a,b'],
    ['tag:"(x" OR name:f(1)', 'any(tag:(x, name:f(1))'],
  ])('%s is %s', (text, expected) => {
    expect(structure(text)).toBe(expected)
  })

  test.each([
    ['refund or exchange', 'refund or exchange'],
    ['status:error not found', 'status:error not found'],
    ['"AND" "(" text:OR', 'AND ( OR'],
    ['ORDER NOTE f(x)', 'ORDER NOTE f(x)'],
  ])('%s has no operators', (text, expected) => {
    expect(structure(text)).toBe(expected)
  })
})

describe('syntax errors', () => {
  test.each([
    ['status:error OR', 13, 'OR', 'OR needs a condition after it'],
    ['OR status:error', 0, 'OR', 'OR needs a condition before it'],
    ['AND tag:a', 0, 'AND', 'AND needs a condition before it'],
    ['tag:a AND', 6, 'AND', 'AND needs a condition after it'],
    ['tag:a NOT', 6, 'NOT', 'NOT needs a condition after it'],
    ['tag:a OR (NOT)', 10, 'NOT', 'NOT needs a condition after it'],
    ['(tag:a OR tag:b', 0, '(', 'This parenthesis is not closed'],
    ['tag:a)', 5, ')', 'There is no opening parenthesis for this one'],
    ['tag:a ()', 6, '()', 'There is nothing in these parentheses'],
    ['status:error or tag:vip', 13, 'or', 'Write OR in capitals'],
    ['tag:a And (tag:b)', 6, 'And', 'Write AND in capitals'],
    ['not status:error', 0, 'not', 'Write NOT in capitals'],
    ['status:error || tag:vip', 13, '||', 'Write OR instead of ||'],
    ['tag:a && tag:b', 6, '&&', 'Write AND instead of &&'],
    ['!status:error', 0, '!', 'Write NOT or - instead of !'],
    ['tag:(a OR tag:b', 4, '(a', 'Write (tag:a OR tag:b) or tag:a,b'],
    ['tag:a OR status:nope', 16, 'nope', 'status is one of'],
    ['a - b', 2, '-', 'There is nothing to search for'],
  ])('%s is reported at %i', (text, at, part, message) => {
    const [problem] = parseFilter(text).problems

    expect(problem).toMatchObject({ at, length: part.length })
    expect(problem?.message).toContain(message)
  })

  test('deep nesting is reported once', () => {
    const { problems } = parseFilter(`${'('.repeat(500)}a${')'.repeat(500)}`)

    expect(problems).toEqual([{ at: 20, length: 1, message: expect.stringContaining('nested') }])
  })
})

describe('editing', () => {
  test.each([
    ['tag:a AND tag:b', 0, 'tag:b'],
    ['tag:a AND model:b', 1, 'tag:a'],
    ['tag:a AND model:b AND tool:c', 1, 'tag:a AND tool:c'],
    ['(tag:a OR model:b) AND tool:c', 0, 'tool:c'],
    ['tag:a NOT model:b', 1, 'tag:a'],
    ['tag:a OR model:b', 0, ''],
  ])('%s without term %i is %s', (text, index, expected) => {
    const term = parseFilter(text).terms[index]

    expect(term && removeTerm(text, term)).toBe(expected)
  })

  test('toggling a value applies to every alternative of an OR', () => {
    expect(toggleValue('status:error OR tag:vip', 'model', 'm')).toBe(
      '(status:error OR tag:vip) model:m',
    )
    expect(toggleValue('status:error OR status:running', 'status', 'success')).toBe(
      'status:error,running,success',
    )
    expect(toggleValue('tag:x AND (tool:a OR tool:b)', 'tool', 'b')).toBe('tag:x AND tool:a')
  })

  test('joins filters so that each applies as a whole', () => {
    expect(joinFilters('project:x', 'a OR b', undefined, ' ')).toBe('project:x (a OR b)')
    expect(joinFilters('(a OR b)', 'c')).toBe('(a OR b) c')
    expect(joinFilters('a OR b')).toBe('a OR b')
  })

  test('lists conditions within groups', () => {
    const leaves = listLeaves(parseFilter('a (tag:b OR NOT (c model:d))').terms)

    expect(leaves.map((leaf) => show(leaf))).toEqual(['a', 'tag:b', 'c', 'model:d'])
  })
})

describe('keys', () => {
  test('root is an alias of name', () => {
    expect(parseFilter('root:chat')).toMatchObject({
      terms: [{ type: 'text', key: 'name', values: [{ text: 'chat' }] }],
      problems: [],
    })
  })
})
