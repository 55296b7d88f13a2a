import type { RunEvent } from '@lathe/contract'
import { expect, test } from 'vitest'
import { listSupersteps } from './run-state.tsx'

const state = (seq: number, superstep: number, channels: Record<string, number>): RunEvent => ({
  seq,
  at: seq,
  body: {
    type: 'state',
    superstep,
    checkpointId: null,
    channels,
    writers: { [Object.keys(channels)[0] ?? '']: ['plan'] },
    next: ['act'],
  },
})

test('each superstep has the full states before and after its tasks', () => {
  const status: RunEvent = {
    seq: 2,
    at: 2,
    body: { type: 'status', status: 'running', attempt: 1, error: null },
  }

  expect(listSupersteps([state(1, 0, { a: 1 }), status, state(3, 1, { b: 2 })])).toEqual([
    {
      seq: 1,
      superstep: 0,
      checkpointId: null,
      before: {},
      after: { a: 1 },
      writers: { a: ['plan'] },
      next: ['act'],
    },
    {
      seq: 3,
      superstep: 1,
      checkpointId: null,
      before: { a: 1 },
      after: { a: 1, b: 2 },
      writers: { b: ['plan'] },
      next: ['act'],
    },
  ])
})
