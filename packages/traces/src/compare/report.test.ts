import { type Exchange, type Json, ZERO_USAGE } from '@lathe/contract'
import { describe, expect, test } from 'vitest'
import { makeSpan } from '../testing.ts'
import { comparableAnswer, type Execution, replayReport } from './report.ts'

const usage = { ...ZERO_USAGE, input: 10, output: 5 }

const priced = (total: number) => ({ total, input: 0, output: 0, priceId: 'p' })

function exchange(node: string, fields: Partial<Exchange> = {}): Exchange {
  return {
    id: `x-${node}`,
    traceId: 't',
    spanId: null,
    kind: 'tool',
    name: node,
    address: { path: [node], superstep: 1, branch: null, ordinal: 0 },
    fingerprint: node,
    attempt: 1,
    startedAt: 0,
    durationMs: 10,
    error: null,
    content: { type: 'call', request: { to: node }, result: 'done' },
    ...fields,
  }
}

const execution = (fields: Partial<Execution> = {}): Execution => ({
  status: 'success',
  output: null,
  error: null,
  exchanges: [],
  states: [],
  spans: [],
  ...fields,
})

const state = (superstep: number, channels: Record<string, Json>) => ({
  superstep,
  channels,
  writers: Object.fromEntries(Object.keys(channels).map((name) => [name, [`${name}-writer`]])),
})

describe('replay reports', () => {
  test('a replay with equal calls and state is identical despite new ids', () => {
    const id = (last: string) => `0190b8f0-0000-7000-8000-00000000000${last}`
    const made = (one: string, served?: 'recording') =>
      execution({
        output: { id: id(one) },
        states: [state(1, { log: [{ id: id(one) }, { id: id(one) }] })],
        exchanges: [exchange('send', served && { servedBy: served })],
      })

    expect(replayReport(made('1'), made('2', 'recording'))).toMatchObject({
      verdict: 'identical',
      calls: { served: 1, live: 0, suppressed: 0, unused: 0, reused: 0 },
      firstDivergence: null,
      differingNodes: [],
    })
  })

  test('a replay with other writes has diverged, and names channel and writer', () => {
    const report = replayReport(
      execution({ states: [state(1, { draft: 'a', note: 'n' })] }),
      execution({ states: [state(1, { draft: 'b', note: 'n' }), state(2, { draft: 'c' })] }),
    )

    expect(report).toMatchObject({ verdict: 'diverged', differingNodes: ['draft-writer'] })
    expect(report.states).toEqual([
      { superstep: 1, state: 'different', channels: ['draft'] },
      { superstep: 2, state: 'only-replay', channels: ['draft', 'note'] },
    ])
  })

  test('counts a changed request with a recorded response as reused', () => {
    const { calls, verdict } = replayReport(
      execution({ exchanges: [exchange('send'), exchange('look')] }),
      execution({
        exchanges: [
          exchange('send', { servedBy: 'recording', fingerprint: 'changed' }),
          exchange('look', { servedBy: 'recording' }),
        ],
      }),
    )

    expect(calls).toMatchObject({ served: 2, reused: 1 })
    expect(verdict).toBe('diverged')
  })

  test('lists suppressed writes', () => {
    const { suppressedWrites, calls } = replayReport(
      execution({ exchanges: [exchange('send')] }),
      execution({ exchanges: [exchange('send', { fingerprint: 'new', servedBy: 'stand-in' })] }),
    )

    expect(calls).toMatchObject({ suppressed: 1, served: 0 })
    expect(suppressedWrites).toMatchObject([{ tool: 'send', args: { to: 'send' }, result: 'done' }])
  })

  test('detects a recorded tool result that was edited before the replay', () => {
    const changed = exchange('read', {
      servedBy: 'recording',
      content: { type: 'call', request: { to: 'read' }, result: 'changed' },
    })

    const { verdict, steps } = replayReport(
      execution({ exchanges: [exchange('read')] }),
      execution({ exchanges: [changed] }),
    )

    expect(verdict).toBe('diverged')
    expect(steps).toMatchObject([{ request: 'same', answer: 'different' }])
  })

  test.each<[string, Partial<Execution>, string]>([
    ['error', { error: { code: 'RECORDING_MISS', message: '', retryable: false } }, 'diverged'],
    ['error', { error: { code: 'CONNECTION', message: '', retryable: true } }, 'error'],
    ['cancelled', {}, 'error'],
  ])('a replay that ended in %s %j is %s', (status, fields, verdict) => {
    expect(replayReport(execution(), execution({ status, ...fields })).verdict).toBe(verdict)
  })

  test('questions about calls with new ids are equal', () => {
    const asking = (id: string, to: string): Execution => {
      const request = { kind: 'approval', calls: [{ id: `pay-${id}`, name: 'pay', args: { to } }] }
      const content: Exchange['content'] = { type: 'call', request, result: null }
      return execution({
        exchanges: [exchange('pay', { kind: 'human', fingerprint: id, content })],
      })
    }
    const one = asking('0190b8f0-0000-4000-8000-000000000001', 'me')
    const other = '0190b8f0-0000-4000-8000-000000000002'

    expect(replayReport(one, asking(other, 'me')).verdict).toBe('identical')
    expect(replayReport(one, asking(other, 'you')).verdict).toBe('diverged')
  })

  test('a replay whose request differs in an ignored detail has diverged', () => {
    const asking = (...names: string[]): Execution => {
      const request = { method: 'POST', url: 'http://m/v1', headers: {}, body: names }
      const content: Exchange['content'] = { type: 'http', request, response: null }
      return execution({ exchanges: [exchange('ask', { kind: 'model', content })] })
    }
    const verdictOf = (...names: string[]) =>
      replayReport(asking('reason', 'score'), asking(...names), (body) => body).verdict

    expect(verdictOf('reason', 'score')).toBe('identical')
    expect(verdictOf('score', 'reason')).toBe('diverged')
  })

  test.each(['cancelled', 'timeout'])(
    'a replay of a run that was %s ends with its recording',
    (status) => {
      const cut = {
        exchanges: [exchange('ask', { error: { code: 'ABORTED', message: '', retryable: false } })],
        states: [state(1, { draft: 'a' })],
      }
      const recorded = execution({ status, ...cut })
      const verdicts = (['ABORTED', 'RECORDING_MISS', 'CONNECTION'] as const).map((code) => {
        const error = { code, message: '', retryable: false }
        return replayReport(recorded, execution({ status: 'error', error, ...cut })).verdict
      })
      const further = execution({ ...cut, states: [...cut.states, state(2, { draft: 'b' })] })

      expect(verdicts).toEqual(['identical', 'identical', 'error'])
      expect(replayReport(recorded, further).verdict).toBe('diverged')
    },
  )

  test.each(['cancelled', 'timeout'])(
    'a replay that waits where the run was %s is identical',
    (status) => {
      const states = [state(1, { draft: 'a' })]
      const recorded = execution({ status, states })
      const further = [...states, state(2, { draft: 'b' })]

      expect(replayReport(recorded, execution({ status: 'interrupted', states })).verdict).toBe(
        'identical',
      )
      expect(
        replayReport(recorded, execution({ status: 'interrupted', states: further })).verdict,
      ).toBe('diverged')
    },
  )

  test('the cost of a replay includes served calls', () => {
    const model = (id: string, total: number | null, tags: string[] = []) =>
      makeSpan({ id, kind: 'model', usage, cost: { ...priced(0), total }, tags })
    const asked = (spanId: string, fields: Partial<Exchange> = {}) =>
      exchange('plan', { kind: 'model', spanId, ...fields })
    const recorded = execution({ spans: [model('a', 7)], exchanges: [asked('a')] })
    const served = execution({
      spans: [model('b', 0, ['served']), model('c', 3)],
      exchanges: [asked('b', { servedBy: 'recording' })],
    })

    expect(replayReport(recorded, served)).toMatchObject({
      cost: { recording: 7, replay: 10 },
      inputTokens: { recording: 10, replay: 20 },
      callMs: { recording: 10, replay: 10 },
    })
    const unknown = execution({ spans: [model('d', null)] })
    expect(replayReport(recorded, unknown).cost.replay).toBeNull()
  })
})

function answered(...chunks: string[]): Pick<Exchange, 'content'> {
  const request = { method: 'POST', url: 'http://x', headers: {}, body: null }
  const recorded = chunks.map((data) => ({ atMs: 0, data, encoding: 'utf8' as const }))
  const response = { status: 200, headers: {}, chunks: recorded }
  return { content: { type: 'http', request, response } }
}

const event = (value: Json) => `data: ${JSON.stringify(value)}\n\n`

const piece = (id: string, delta: Json) => event({ id, choices: [{ index: 0, delta }] })

test('streams with the same text are equal despite ids, chunks and usage', () => {
  const one = answered(
    piece('a', { content: 'Hel' }),
    piece('a', { content: 'lo' }),
    'data: [DONE]\n',
  )
  const whole = piece('b', { content: 'Hello' })
  const other = answered(whole.slice(0, 9), whole.slice(9), event({ id: 'b', usage: { total: 9 } }))

  expect(comparableAnswer(one)).toEqual({ text: 'Hello', calls: [] })
  expect(comparableAnswer(other)).toEqual(comparableAnswer(one))
})

test('tool calls compare by name and arguments, streamed or not', () => {
  const call = (args: string, more = {}) => ({
    function: { name: 'add', arguments: args },
    ...more,
  })
  const streamed = answered(
    piece('a', { tool_calls: [{ index: 0, id: 'made up', ...call('{"n"') }] }),
    piece('a', { tool_calls: [{ index: 0, function: { arguments: ':1}' } }] }),
  )
  const plain = answered(
    JSON.stringify({ choices: [{ message: { content: null, tool_calls: [call('{"n":1}')] } }] }),
  )

  expect(comparableAnswer(streamed)).toEqual({
    text: '',
    calls: [{ name: 'add', args: '{"n":1}' }],
  })
  expect(comparableAnswer(plain)).toEqual(comparableAnswer(streamed))
})

test('responses other than completions are compared unchanged', () => {
  expect(comparableAnswer(answered('{"data":[1]}'))).toEqual({ data: [1] })
  expect(comparableAnswer(answered('not JSON'))).toBe('not JSON')
  expect(comparableAnswer({ content: { type: 'call', request: {}, result: 3 } })).toBe(3)
})
