import { ZERO_USAGE } from '@lathe/contract'
import { expect, test } from 'vitest'
import { evaluate } from './evaluate.ts'
import { toEvaluatedRun } from './evaluated-run.ts'

const live = { output: 'So', calls: [], latencyMs: 5, cost: 10, usage: ZERO_USAGE }

const atMost = (measure: 'latency' | 'cost') => ({ kind: 'limit' as const, measure, atMost: 100 })

test('an answer from a recording or a batch has neither latency nor cost', () => {
  const replayed = { ...live, recording: { served: 1 } }
  const batched = { ...live, latencyMs: null }

  expect(evaluate(atMost('latency'), toEvaluatedRun(live, null))).toMatchObject({
    status: 'passed',
  })
  expect(evaluate(atMost('latency'), toEvaluatedRun(replayed, null))).toMatchObject({
    status: 'undecided',
  })
  expect(evaluate(atMost('cost'), toEvaluatedRun(replayed, null))).toMatchObject({
    status: 'undecided',
  })
  expect(evaluate(atMost('latency'), toEvaluatedRun(batched, null))).toMatchObject({
    status: 'undecided',
  })
  expect(evaluate(atMost('cost'), toEvaluatedRun(batched, null))).toMatchObject({
    status: 'passed',
  })
})
