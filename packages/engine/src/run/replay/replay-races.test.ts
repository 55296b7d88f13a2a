import { type GraphDocument, type Json, ReplaySettings } from '@lathe/contract'
import { expect, test } from 'vitest'
import { graph, modelNode } from '../../testing/documents.ts'
import {
  eventsOf,
  type HarnessOptions,
  type Recorded,
  runRequest,
  startHarness,
} from '../../testing/run-harness.ts'
import { story } from '../../testing/story.ts'

const input = { topic: 'tides' }

const settings = ReplaySettings.parse({})

const nowhere = { connection: { baseUrl: 'http://127.0.0.1:9/v1' } }

async function replay(document: GraphDocument, { exchanges }: Pick<Recorded, 'exchanges'>) {
  const { run } = await startHarness(nowhere)
  return run(runRequest(document, input, { replay: { exchanges, settings } }))
}

const record = async (document: GraphDocument, options: HarnessOptions = {}) =>
  (await startHarness(options)).run(runRequest(document, input))

const state = {
  topic: { type: 'string' },
  chat: { type: 'messages' },
  text: { type: 'string' },
  notes: { type: 'array', reducer: 'append' },
  round: { type: 'number', reducer: 'sum' },
} as const

const lengthOf = (value: Json | undefined) => (Array.isArray(value) ? value.length : 0)

/** `say` writes the value that a cache returns in the second round. */
const twice = (say: GraphDocument['nodes'][string]) =>
  graph({
    state,
    output: ['chat'],
    nodes: {
      say,
      again: {
        kind: 'branch',
        decide: { by: 'rules', rules: [{ port: 'more', when: 'round < 2' }] },
        else: 'done',
      },
      count: { kind: 'set', values: { round: { expression: '1' } } },
    },
    edges: [
      'start > count',
      'count > say',
      'say > again',
      'again.more > count',
      'again.done > end',
    ],
  })

const cache = { ttlSeconds: 60, key: 'topic' }

test.each([
  ['said by a model', modelNode('{{topic}}', { output: { message: 'chat' }, cache })],
  ['set', { kind: 'set', values: { chat: { template: 'Hello' } }, cache } as const],
])('a message %s and found in a cache is one message, recorded and replayed', async (_, say) => {
  const document = twice(say)

  const recorded = await record(document)
  const again = await replay(document, recorded)

  const chats = [recorded, again].map(({ outcome }) =>
    outcome.type === 'success' ? lengthOf(Object(outcome.output).chat) : outcome,
  )
  expect(chats).toEqual([1, 1])
  expect(story(again, recorded)).toEqual(story(recorded, again))
})

test('a cached result is reported in its superstep', async () => {
  const recorded = await record(
    twice({ kind: 'set', values: { notes: { expression: '["x"]' } }, cache }),
  )

  const told = eventsOf(recorded, 'state').flatMap(({ channels: { notes }, writers }) =>
    notes === undefined ? [] : [[lengthOf(notes), writers['notes']]],
  )
  expect(told).toEqual([
    [1, ['say']],
    [2, ['say']],
  ])
})

test('a failure handled after a pause is the same failure', async () => {
  const document = graph({
    state,
    nodes: {
      check: { kind: 'ask', message: 'Go on?', decisions: [{ port: 'yes' }] },
      silent: modelNode(''),
    },
    edges: [
      'start > check',
      'start > silent',
      'check.yes > end',
      'silent > end',
      'silent.error > end',
    ],
  })
  const { run } = await startHarness()
  const request = runRequest(document, input)
  const { outcome } = await run(request)
  const id = outcome.type === 'interrupted' ? (outcome.interrupts[0]?.id ?? '') : ''

  const answer = { kind: 'ask', decision: 'yes', values: {} } as const
  const resumed = await run({ ...request, start: { type: 'answers', answers: { [id]: answer } } })

  expect(eventsOf(resumed, 'state').at(-1)?.channels['error']).toMatchObject({
    code: 'INVALID_INPUT',
    node: 'silent',
  })
})

test('a failing node stops its siblings at the same point as in the recording', async () => {
  const document = graph({
    state,
    nodes: {
      quick: modelNode('{{topic}}'),
      slow: modelNode('{{topic}} slowly', { output: { text: 'notes' } }),
      fails: {
        kind: 'code',
        code: 'throw new Error("no")',
        writes: [],
        retry: { attempts: 3, initialMs: 60, factor: 1, maxMs: 60 },
      },
    },
    edges: [
      'start > quick',
      'start > slow',
      'start > fails',
      'quick > end',
      'slow > end',
      'fails > end',
    ],
  })
  const script = [{ match: 'slowly', reply: { fault: 'timeout' } }, { reply: 'At once.' }]

  const recorded = await record(document, { script })
  const again = await replay(document, recorded)

  expect(recorded.outcome).toMatchObject({
    type: 'error',
    error: { message: expect.stringContaining('no (line') },
  })
  expect(again.outcome).toMatchObject({
    type: 'error',
    error: { message: expect.stringContaining('no (line') },
  })
  expect(story(again, recorded)).toEqual(story(recorded, again))
})

test('a cached node that ran while another one waited for a human is reported', async () => {
  const document = graph({
    state,
    output: ['topic'],
    nodes: {
      route: {
        kind: 'branch',
        decide: { by: 'rules', rules: [{ port: 'both', when: 'true' }] },
        else: 'none',
        cache: { ttlSeconds: 60, key: 'topic' },
      },
      ask: { kind: 'ask', message: '{{topic}}?', decisions: [{ port: 'yes' }] },
    },
    edges: [
      'start > route',
      'route.both > ask',
      'route.both > route',
      'route.none > end',
      'ask.yes > end',
    ],
  })
  const { run } = await startHarness()
  const request = runRequest(document, input)

  const paused = await run(request)

  const cached = eventsOf(paused, 'node-end').filter((event) => event.cached)
  expect(paused.outcome.type).toBe('interrupted')
  expect(cached.map(({ node, superstep }) => [node, superstep])).toEqual([['route', 2]])
})
