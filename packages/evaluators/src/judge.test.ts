import { describe, expect, test } from 'vitest'
import { codeProblem, codeVerdict } from './code.ts'
import { judgeVerdict, pairVerdict } from './judge.ts'

const passing = { gives: 'pass' as const }

const scoring = { gives: 'score' as const }

describe('code evaluators', () => {
  test.for([
    [true, 'passed'],
    [{ pass: false, reason: 'too long' }, 'failed'],
    [0.4, 'undecided'],
    [null, 'undecided'],
    ['yes', 'undecided'],
  ] as const)('a pass evaluator that returns %j gives %s', ([returned, status]) => {
    expect(codeVerdict(passing, returned)).toMatchObject({ status })
  })

  test.for([
    [0.4, { status: 'scored', score: 0.4 }],
    [true, { status: 'scored', score: 1 }],
    [
      { score: 1, reason: 'short' },
      { status: 'scored', score: 1, reason: 'short' },
    ],
    [1.2, { status: 'undecided' }],
    [-0.1, { status: 'undecided' }],
    [{ reason: 'none' }, { status: 'undecided' }],
    [[1], { status: 'undecided' }],
  ] as const)('a score evaluator that returns %j gives %j', ([returned, verdict]) => {
    const given = JSON.parse(JSON.stringify(returned))

    expect(codeVerdict(scoring, given)).toMatchObject(verdict)
  })

  test('names the expected keys in the reason', () => {
    const { reason } = codeVerdict(passing, { passed: true })
    const scored = codeVerdict(scoring, { value: 0.4 })

    expect(reason).toBe(
      'the code must return true or false, or an object with `pass`, but returned {"passed":true}',
    )
    expect(scored.reason).toContain('a number, or an object with `score`, but returned {"value"')
  })

  test('shortens a long reason', () => {
    const { reason } = codeVerdict(scoring, { score: 1, reason: 'r'.repeat(100_000) })

    expect(reason.length).toBeLessThan(5_000)
  })

  test('reports code that parses neither as an expression nor as a body', () => {
    expect(codeProblem({ source: 'return (((' })).toMatch(/\(line 1, column \d+\)$/)
    expect(codeProblem({ source: 'said.length < 9' })).toBeUndefined()
    expect(codeProblem({ source: 'throw new Error("no")' })).toBeUndefined()
    expect(codeProblem({ source: 'for (;;) {}' })).toBeUndefined()
  })
})

describe('judges', () => {
  const scale = { from: 1, to: 5 }

  test('a judge passes or fails with its reason', () => {
    const verdict = judgeVerdict({ ...passing, scale }, { reason: 'Rude.', pass: false })

    expect(verdict).toEqual({ status: 'failed', reason: 'Rude.' })
  })

  test('a judge scores on its own scale', () => {
    const verdict = judgeVerdict({ ...scoring, scale }, { reason: 'Fine.', score: 4 })

    expect(verdict).toMatchObject({ status: 'scored', score: 0.75 })
  })

  test.for([null, 'good', {}, { pass: 'yes' }, { score: 9, reason: 'Wow' }, [true]])(
    'a judge has no verdict for the answer %j',
    (answer) => {
      expect(judgeVerdict({ ...passing, scale }, answer)).toMatchObject({ status: 'undecided' })
      expect(judgeVerdict({ ...scoring, scale }, answer)).toMatchObject({ status: 'undecided' })
    },
  )
})

describe('pairwise judges', () => {
  const says = (winner: string) => ({ reason: 'So.', winner })

  test.for([
    ['second', 'first', 1],
    ['first', 'second', 0],
    ['tie', 'tie', 0.5],
    ['first', 'first', 0.5],
    ['second', 'tie', 0.5],
  ] as const)('preferring %s and then %s scores %d', ([one, other, score]) => {
    expect(pairVerdict(says(one), says(other))).toMatchObject({ status: 'scored', score })
  })

  test('leaves a pair undecided if one of the orders has no verdict', () => {
    expect(pairVerdict(says('first'), says('both'))).toMatchObject({ status: 'undecided' })
    expect(pairVerdict('neither', says('first'))).toMatchObject({ status: 'undecided' })
  })

  test('reports a verdict that depends on the order', () => {
    expect(pairVerdict(says('first'), says('first')).reason).toContain(
      'changes its answer with the order',
    )
  })
})
