import type { JsonObject } from '@lathe/contract'
import { describe, expect, test } from 'vitest'
import { mergeParts } from '../span-part.ts'
import { readRun } from './run-part.ts'

const id = '0190b8f0-0000-7000-8000-000000000001'

function partOf(run: JsonObject) {
  const reading = readRun({ id, trace_id: id, run_type: 'chain', ...run })
  if ('issue' in reading) throw new Error(reading.issue.message)
  return reading.part
}

const question = "Interrupt(value='Send it?', id='3121')"

describe('a node that waits for a human is told from one that failed', () => {
  test.each<[string, JsonObject]>([
    ['by its mark', { error: 'x', extra: { metadata: { ls_is_error_interrupt: true } } }],
    [
      'by the name JavaScript gives it',
      { error: '[]\n\nGraphInterrupt: []\n    at interrupt (a.ts:1)' },
    ],
    [
      'by the name Python gives it',
      { error: `GraphInterrupt((${question},))Traceback (most recent` },
    ],
    ['by what its graph gave', { outputs: { __interrupt__: [{ value: 'Send it?' }] } }],
  ])('%s', (_how, run) => {
    expect(partOf(run).isInterrupt).toBe(true)
  })

  test('and one that failed is not', () => {
    expect(partOf({ error: 'Error: GraphInterrupt was expected' })).not.toHaveProperty(
      'isInterrupt',
    )
  })
})

test('a graph within a graph is an agent, also when its end says less', () => {
  const serialized = {
    lc: 1,
    type: 'not_implemented',
    id: ['langgraph', 'pregel', 'CompiledStateGraph'],
  }
  const inside = { extra: { metadata: { langgraph_node: 'research' } } }

  const began = partOf({ ...inside, serialized })

  expect(began.kind).toBe('agent')
  expect(mergeParts(began, partOf({ ...inside, end_time: 1 })).kind).toBe('agent')
  expect(partOf(inside).kind).toBe('chain')
})
