import { expect, test } from 'vitest'
import { createRecording } from './recording.ts'
import { createRunLog, EVENT_BLOCK } from './run-log.ts'

const SPAN = '0190a000-0000-7000-8000-000000000001'

function record(ordered = async () => {}) {
  const hold = { runId: 'run', attempt: 1 }
  const about = { workspaceId: 'workspace', threadId: 'thread', context: {}, hold }
  const log = createRunLog('run', EVENT_BLOCK)
  return createRecording(about, log, { onChanged() {}, requestStore: ordered })
}

/** The state of a promise. */
async function stateOf(promise: Promise<void>): Promise<string> {
  const later = new Promise<string>((resolve) => setImmediate(() => resolve('open')))
  const settled = promise.then(
    () => 'stored',
    (error: unknown) => (error instanceof Error ? error.message : String(error)),
  )
  return await Promise.race([settled, later])
}

test('batches of other writers are stored in order and report their outcome', async () => {
  const recording = record()
  const { sink } = recording
  const slow = Promise.withResolvers<never[]>()
  const [first, second] = [sink.storeBatch(slow.promise), sink.storeBatch(Promise.resolve([]))]
  const taken = recording.take()
  const third = sink.storeBatch(Promise.resolve([]))

  slow.resolve([])
  taken.stored.resolve()

  expect(taken.batches).toHaveLength(2)
  expect(await Promise.all([first, second, third].map(stateOf))).toEqual([
    'stored',
    'stored',
    'open',
  ])
})

test('a batch that cannot be prepared fails alone', async () => {
  const recording = record()
  const { sink } = recording
  const broken = sink.storeBatch(Promise.reject(new Error('No JSON')))
  const whole = sink.storeBatch(Promise.resolve([]))
  const taken = recording.take()
  await expect(Promise.all(taken.batches)).resolves.toEqual([[], []])
  taken.stored.resolve()

  expect(await Promise.all([broken, whole].map(stateOf))).toEqual(['No JSON', 'stored'])
})

test('stores no batch after a gap', async () => {
  const recording = record()
  const { sink } = recording
  const waiting = sink.storeBatch(Promise.resolve([]))
  recording.refuse(new Error('The disk is full'))
  const late = sink.storeBatch(Promise.resolve([]))

  expect(recording.take().batches).toEqual([])
  expect(await Promise.all([waiting, late].map(stateOf))).toEqual([
    'The disk is full',
    'The disk is full',
  ])
})

test('stores nothing after the run is lost', async () => {
  const recording = record()
  const waiting = recording.sink.storeBatch(Promise.resolve([]))
  recording.event({ type: 'status', status: 'running', attempt: 1, error: null })
  recording.forget()

  expect(recording.take()).toMatchObject({ events: [], batches: [] })
  expect(await stateOf(waiting)).toBe('Another process has the run')
})

test('a run with many unsaved bytes waits until they are stored', async () => {
  const stored = Promise.withResolvers<void>()
  const { sink } = record(() => stored.promise)
  const write = { node: 'write', taskId: 'task', superstep: 0, spanId: SPAN, name: 'search' }
  const event = { type: 'tool-call', ...write, toolCallId: 'call', phase: 'end' } as const
  sink.event({ ...event, result: 'x'.repeat(250_000) })
  const little = sink.waitForRoom?.()

  sink.event({ ...event, result: 'y'.repeat(300_000) })
  const much = sink.waitForRoom?.() ?? Promise.resolve()

  expect(little).toBeUndefined()
  expect(await stateOf(much)).toBe('open')
  stored.resolve()
  expect(await stateOf(much)).toBe('stored')
})
