import { Exchange, type Json } from '@lathe/contract'
import { expect, test } from 'vitest'
import { toRecording, joinStreamedAnswer } from './to-recording.ts'

test('a call with a high index does not create a long sparse list', () => {
  const call = { index: 4_000_000_000, id: 'one', function: { name: 'look_up', arguments: '{}' } }
  const event = { choices: [{ delta: { tool_calls: [call] } }] }

  expect(joinStreamedAnswer(`data: ${JSON.stringify(event)}\n\ndata: [DONE]`)).toMatchObject({
    choices: [{ message: { tool_calls: [{ id: 'one', function: { name: 'look_up' } }] } }],
  })
})

const recorded = (kind: Exchange['kind'], ordinal: number, fields: Partial<Exchange>): Exchange =>
  Exchange.parse({
    id: '0190a000-0000-7000-8000-000000000001',
    traceId: '0190a000-0000-7000-8000-000000000002',
    spanId: null,
    kind,
    name: 'look-up',
    address: { path: ['answer'], superstep: 1, branch: null, ordinal },
    fingerprint: 'f',
    attempt: 1,
    startedAt: 0,
    durationMs: 1,
    error: null,
    ...fields,
  })

const call = (request: Json, result: Json) => ({
  content: { type: 'call' as const, request, result },
})

const http = (status: number, data: string) => ({
  content: {
    type: 'http' as const,
    request: { method: 'POST', url: 'https://x.y/z', headers: {}, body: { n: 1 } },
    response: { status, headers: {}, chunks: [{ atMs: 0, data, encoding: 'utf8' as const }] },
  },
})

const recordingOf = (...exchanges: Exchange[]) =>
  toRecording({
    title: 'Tides',
    input: {},
    output: { answer: 'Twice.' },
    steps: 9,
    exchanges,
    names: new Map([
      ['n1', 'first'],
      ['n2', 'second'],
      ['n3', 'beside'],
    ]),
    nodes: [
      { node: 'n2', superstep: 2 },
      { node: 'n3', superstep: 1 },
      { node: 'n1', superstep: 1 },
      { node: 'n1', superstep: 1 },
      { node: 'inside', superstep: 1 },
    ],
  })

test('keeps the last attempt of a retried call', () => {
  const { requests } = recordingOf(
    recorded('http', 0, http(503, 'Later.')),
    recorded('http', 0, { ...http(200, 'Here.'), attempt: 2 }),
    recorded('http', 1, http(404, 'Gone.')),
  )

  expect(requests.map(({ status, answer }) => [status, answer])).toEqual([
    [200, 'Here.'],
    [404, 'Gone.'],
  ])
})

test('lists tools, searches and human decisions separately', () => {
  const ask = { kind: 'ask', decision: 'yes', values: { why: 'so' } }

  const recording = recordingOf(
    recorded('tool', 0, call({ at: 'noon' }, 'high')),
    recorded('tool', 1, http(200, 'An MCP server.')),
    recorded('human', 0, call({}, ask)),
    recorded('retriever', 0, call({ collection: 'sea', query: 'tides' }, [])),
    recorded('retriever', 1, call({ query: 'of no collection' }, [])),
  )

  expect(recording.tools).toEqual([
    { name: 'look-up', args: { at: 'noon' }, result: 'high', error: null },
  ])
  expect(recording.recorded.toolCalls).toEqual([{ name: 'look-up', args: { at: 'noon' } }])
  expect(recording.answers).toEqual([{ decision: 'yes', values: { why: 'so' } }])
  expect(recording.searches).toEqual([
    { collection: 'sea', search: { query: 'tides' }, found: [], error: null },
  ])
})

test('lists nodes once per superstep, without nodes of called agents', () => {
  expect(recordingOf().recorded.nodes).toEqual([['beside', 'first'], ['second']])
})
