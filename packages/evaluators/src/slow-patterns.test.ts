import { RuleEvaluator } from '@lathe/contract'
import { CPU_LIMIT_MS, cpuTime, REJECTED_PATTERNS, SLOW_FAMILIES } from '@lathe/patterns/testing'
import { describe, expect, test } from 'vitest'
import { evaluate, evaluatorProblem } from './evaluate.ts'

const judged = (output: string) => ({ output, calls: [], latencyMs: 1, cost: 1, tokens: 1 })

const EVALUATORS: readonly (readonly [string, (pattern: string) => RuleEvaluator])[] = [
  ['regex', (pattern) => RuleEvaluator.parse({ kind: 'regex', pattern })],
  ['json-schema', (pattern) => RuleEvaluator.parse({ kind: 'json-schema', schema: { pattern } })],
]

describe.each(EVALUATORS)('patterns of %s evaluators', (kind, evaluatorOf) => {
  test.each(SLOW_FAMILIES)('%s is evaluated in linear time', async (pattern, text) => {
    const output = kind === 'regex' ? text : JSON.stringify(text)

    const spent = await cpuTime(() => evaluate(evaluatorOf(pattern), judged(output)))

    expect(spent).toBeLessThan(CPU_LIMIT_MS)
  })

  // RE2 itself follows a few hundred brackets.
  const rejected = REJECTED_PATTERNS.filter(([, reason]) => reason !== 'nested too deeply')
  test.each(rejected)('%s is reported as a problem', (pattern) => {
    expect(evaluatorProblem(evaluatorOf(pattern))).toBeDefined()
    expect(evaluate(evaluatorOf(pattern), judged('"aaa"')).status).toBe('undecided')
  })
})

test('leaves a text that is too long for its pattern undecided', () => {
  const evaluator = RuleEvaluator.parse({ kind: 'regex', pattern: '[ab]*a[ab]{500}$' })

  expect(evaluate(evaluator, judged('ab'.repeat(500_000)))).toMatchObject({
    status: 'undecided',
    reason: expect.stringContaining('too long'),
  })
})
