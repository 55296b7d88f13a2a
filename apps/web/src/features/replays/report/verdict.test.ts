import type { ReplayReport, ReplayedCall } from '@lathe/contract'
import { expect, test } from 'vitest'
import { nextDivergence, replayVerdict } from './verdict.tsx'

const step = (superstep: number, overrides: Partial<ReplayedCall> = {}): ReplayedCall => ({
  kind: 'model',
  name: 'demo-1',
  address: { path: ['reply'], superstep, branch: null, ordinal: 0 },
  recording: null,
  replay: null,
  request: 'same',
  answer: 'same',
  servedBy: 'recording',
  ...overrides,
})

const report = (overrides: Partial<ReplayReport> = {}): ReplayReport => ({
  verdict: 'diverged',
  status: { recording: 'success', replay: 'success' },
  output: 'same',
  error: null,
  calls: { served: 1, live: 0, suppressed: 0, unused: 0, reused: 0 },
  steps: [step(1)],
  firstDivergence: null,
  states: [],
  differingNodes: [],
  suppressedWrites: [],
  inputTokens: { recording: 0, replay: 0 },
  outputTokens: { recording: 0, replay: 0 },
  cost: { recording: 0, replay: 0 },
  callMs: { recording: 0, replay: 0 },
  ...overrides,
})

const missingRecording = {
  code: 'RECORDING_MISS',
  message: 'No such call',
  retryable: false,
  node: 'four',
} as const

test.each<[string, Partial<ReplayReport>]>([
  [
    'Identical: the same output, 1 call and 0 states unchanged, without live calls',
    { verdict: 'identical' },
  ],
  [
    'Identical: the same failure at four, 1 call and 0 states unchanged, without live calls',
    {
      verdict: 'identical',
      status: { recording: 'error', replay: 'error' },
      error: { ...missingRecording, code: 'TIMEOUT' },
    },
  ],
  [
    'Identical: ends where the recorded run was cancelled, 1 call and 0 states unchanged, without live calls',
    {
      verdict: 'identical',
      status: { recording: 'cancelled', replay: 'error' },
      error: missingRecording,
    },
  ],
  [
    'Cancelled before it ended',
    { verdict: 'error', status: { recording: 'success', replay: 'cancelled' } },
  ],
  [
    'Diverged at step 2, reply: the model receives a different request',
    { steps: [step(1), step(2, { request: 'different', servedBy: 'live' })], firstDivergence: 1 },
  ],
  [
    'Diverged at step 2, reply: the model receives a different request. 1 recorded answer was reused although the request changed',
    { steps: [step(1), step(2, { request: 'different' })], firstDivergence: 1 },
  ],
  [
    'Diverged at step 1, reply: the model responds differently',
    { steps: [step(1, { answer: 'different' })], firstDivergence: 0 },
  ],
  [
    'Diverged after step 3: all calls are the same, but notes differs',
    { states: [{ superstep: 3, state: 'different', channels: ['notes'] }] },
  ],
  ['Diverged: all calls are the same, but the output differs', { output: 'different' }],
  [
    'Stopped at four: the recording does not contain this request',
    { error: missingRecording, firstDivergence: 0 },
  ],
  [
    'Stopped at four: the recording is damaged',
    { error: { ...missingRecording, details: { damaged: true } }, firstDivergence: 0 },
  ],
  [
    'Failed at four: Too slow',
    { verdict: 'error', error: { ...missingRecording, code: 'TIMEOUT', message: 'Too slow' } },
  ],
])('the verdict reads “%s”', (text, overrides) => {
  expect(replayVerdict(report(overrides), 'exact').text).toBe(text)
})

test('nextDivergence wraps around', () => {
  const steps = [
    step(1),
    step(2, { request: 'only-replay' }),
    step(3),
    step(4, { answer: 'different' }),
  ]

  expect([0, 1, 3].map((from) => nextDivergence(steps, from))).toEqual([1, 3, 1])
  expect(nextDivergence([step(1)], 0)).toBeUndefined()
})

test('the verdict uses the node titles of the loaded graph', () => {
  const first = {
    steps: [step(1, { request: 'different', servedBy: 'live' })],
    firstDivergence: 0,
  }
  const nodes = { reply: { kind: 'set', title: 'Answer the guest', values: {} } } as const

  expect(replayVerdict(report(first), 'exact', { nodes }).text).toBe(
    'Diverged at step 1, Answer the guest: the model receives a different request',
  )
})
