import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import type { RunEvent, RunOptions } from '@lathe/contract'
import { hashDocument } from '@lathe/graph'
import { startMockProvider } from '@lathe/mock-provider'
import { describe, expect, onTestFinished, test } from 'vitest'
import { openDatabase } from '../../platform/db/open.ts'
import { DEFAULT_WORKSPACE } from '../../platform/db/schema.ts'
import { findSpan } from '../../traces/query/read-details.ts'
import { findTrace } from '../../traces/query/read-traces.ts'
import { findRun } from '../api/runs.store.ts'
import { createDatabase, engines, type Engine } from '../../testing/databases.ts'
import { chained, delegating } from '../../testing/runnable-documents.ts'
import type { ChildOptions } from '../../testing/executor-child.ts'
import { readAll, startExecutor } from '../../testing/executor-harness.ts'
import { queueRun } from '../../testing/run-factory.ts'
import { built } from '../../../../../scripts/lib/built.ts'

/** Longer than a slow process takes. */
const LEASE_MS = 3_000

/** The second answer is slow enough for a kill. */
type SetUp = { tokens?: number; isCalled?: boolean; options?: RunOptions }

async function setUp(engine: Engine, { tokens = 180, isCalled = false, options = {} }: SetUp = {}) {
  const { config, remove } = await createDatabase(engine)
  const script = [
    { match: 'one:', reply: 'First.' },
    { match: 'two:', reply: { tokens, tokensPerSecond: 60 } },
    { reply: 'Third.' },
  ]
  const mockProvider = await startMockProvider({ script })
  onTestFinished(async () => {
    await mockProvider.close()
    await remove()
  })
  const chain = chained(['one', 'two', 'three'])
  const helper = {
    agent: 'helper',
    name: 'Helper',
    version: 1,
    hash: hashDocument(chain),
    document: chain,
  }
  const document = isCalled ? delegating() : chain
  const db = await openDatabase(config)
  const run = await queueRun(db, {
    graph: { hash: hashDocument(document), document },
    calledAgents: isCalled ? { helper } : {},
    input: { question: 'x' },
    options,
  })
  await db.close()
  return { config, mockProvider, run }
}

async function startChild(options: ChildOptions) {
  const child = spawn(process.execPath, [await built('executor'), JSON.stringify(options)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  const seen: RunEvent[] = []
  const lines = createInterface({ input: child.stdout })
  lines.on('line', (line) => seen.push(JSON.parse(line)))
  return { child, seen }
}

async function killAt(child: ChildProcess, seen: RunEvent[], isThere: () => boolean) {
  await expect.poll(isThere).toBe(true)
  expect(child.exitCode).toBeNull()
  child.kill('SIGKILL')
  await once(child, 'close')
  return [...seen]
}

const tokensOf = (events: RunEvent[], name: string) =>
  events.filter(({ body }) => body.type === 'token' && body.node === name)

describe.each(engines)('kill -9 in the middle of a run on %s', (engine) => {
  test('loses no finished step or span and repeats no event', async () => {
    const { config, mockProvider, run } = await setUp(engine)
    const { child, seen } = await startChild({
      config,
      mockProviderUrl: mockProvider.url,
      limits: { runLeaseMs: LEASE_MS },
      follow: run.id,
    })
    const before = await killAt(child, seen, () => tokensOf(seen, 'two').length > 20)

    const db = await openDatabase(config)
    onTestFinished(() => db.close())
    const { executor } = await startExecutor(db, { mockProvider })
    const after = await readAll(executor, run.id, before.at(-1)?.seq)

    expect(await findRun(db, DEFAULT_WORKSPACE, run.id)).toMatchObject({
      status: 'success',
      attempt: 2,
      output: { answer: 'Third.' },
    })
    const asked = mockProvider.requests.map(({ body }) => JSON.stringify(body).slice(0, 200))
    expect(asked.filter((body) => body.includes('one:'))).toHaveLength(1)
    expect(asked.filter((body) => body.includes('two:'))).toHaveLength(2)
    expect(asked.filter((body) => body.includes('three:'))).toHaveLength(1)

    const closed = after.flatMap(({ body }) =>
      body.type === 'span' && body.span.error?.code === 'CRASHED' ? [body.span] : [],
    )
    expect(closed.map(({ kind, node }) => [kind, node])).toContainEqual(['model', 'two'])
    expect(closed.every(({ endedAt }) => endedAt !== null)).toBe(true)

    const numbers = [...before, ...after].map(({ seq }) => seq)
    expect(numbers).toEqual([...new Set(numbers)].toSorted((a, b) => a - b))
    expect(after[0]?.body).toMatchObject({ type: 'status', status: 'running', attempt: 2 })
    const whole = await readAll(executor, run.id)
    const stored = new Set(whole.map(({ seq }) => seq))
    expect(after.every(({ seq }) => stored.has(seq))).toBe(true)

    const { spans } = (await findTrace(db, DEFAULT_WORKSPACE, run.id)) ?? { spans: [] }
    expect(spans.map(({ kind, node, status }) => [kind, node, status])).toEqual([
      ['agent', null, 'success'],
      ['chain', 'one', 'success'],
      ['model', 'one', 'success'],
      ['chain', 'two', 'error'],
      ['model', 'two', 'error'],
      ['chain', 'two', 'success'],
      ['model', 'two', 'success'],
      ['chain', 'three', 'success'],
      ['model', 'three', 'success'],
    ])
    const model = spans.find(({ kind, node }) => kind === 'model' && node === 'one')
    expect(await findSpan(db, DEFAULT_WORKSPACE, run.id, model?.id ?? '')).toMatchObject({
      outputs: { message: { content: 'First.' } },
    })
    expect(spans.find(({ status }) => status === 'error')?.error?.code).toBe('CRASHED')
  })

  test('repeatedly ends the run with CRASHED', async () => {
    const { config, mockProvider, run } = await setUp(engine)
    for (const attempt of [1, 2]) {
      const { child, seen } = await startChild({
        config,
        mockProviderUrl: mockProvider.url,
        limits: { runLeaseMs: LEASE_MS, runAttempts: 2 },
        follow: run.id,
      })
      await killAt(child, seen, () =>
        seen.some(({ body }) => body.type === 'status' && body.attempt === attempt),
      )
    }

    const db = await openDatabase(config)
    onTestFinished(() => db.close())
    const { executor } = await startExecutor(db, { mockProvider, limits: { runAttempts: 2 } })
    await executor.waitUntilSettled(run.id)

    expect(await findRun(db, DEFAULT_WORKSPACE, run.id)).toMatchObject({
      status: 'error',
      error: { code: 'CRASHED' },
    })
    const found = await findTrace(db, DEFAULT_WORKSPACE, run.id)
    expect(found?.trace).toMatchObject({ status: 'error', endedAt: expect.any(Number) })
    expect(found?.spans.every(({ endedAt }) => endedAt !== null)).toBe(true)
    const events = await readAll(executor, run.id)
    expect(events.at(-1)?.body).toMatchObject({ status: 'error', error: { code: 'CRASHED' } })
  })
})

describe('a run resumed after kill -9', () => {
  test('keeps breakpoints and pinned outputs', async () => {
    const options = {
      interruptBefore: ['three'],
      pinned: { one: { writes: { answer: 'Pinned.' } } },
    }
    const { config, mockProvider, run } = await setUp('sqlite', { options })
    const { child, seen } = await startChild({
      config,
      mockProviderUrl: mockProvider.url,
      limits: { runLeaseMs: LEASE_MS },
      follow: run.id,
    })
    await killAt(child, seen, () => tokensOf(seen, 'two').length > 3)

    const db = await openDatabase(config)
    onTestFinished(() => db.close())
    const { executor } = await startExecutor(db, { mockProvider })
    await executor.waitUntilSettled(run.id)

    expect(await findRun(db, DEFAULT_WORKSPACE, run.id)).toMatchObject({
      status: 'interrupted',
      attempt: 2,
      options,
      interrupts: [{ kind: 'breakpoint', nodes: ['three'], when: 'before' }],
    })
    const asked = mockProvider.requests.map(({ body }) => JSON.stringify(body))
    expect(asked.filter((body) => /one:|three:/.test(body))).toEqual([])
  })

  test('a run killed inside a called agent resumes in that agent', async () => {
    const { config, mockProvider, run } = await setUp('postgres', { isCalled: true })
    const { child, seen } = await startChild({
      config,
      mockProviderUrl: mockProvider.url,
      limits: { runLeaseMs: LEASE_MS },
      follow: run.id,
    })
    await killAt(child, seen, () => tokensOf(seen, 'delegate/two').length > 20)

    const db = await openDatabase(config)
    onTestFinished(() => db.close())
    const { executor } = await startExecutor(db, { mockProvider })
    await executor.waitUntilSettled(run.id)

    expect(await findRun(db, DEFAULT_WORKSPACE, run.id)).toMatchObject({
      status: 'success',
      attempt: 2,
      output: { answer: 'Third.' },
    })
    const asked = mockProvider.requests.map(({ body }) => JSON.stringify(body).slice(0, 200))
    expect(asked.filter((body) => body.includes('one:'))).toHaveLength(1)
    expect(asked.filter((body) => body.includes('two:'))).toHaveLength(2)
    const { spans } = (await findTrace(db, DEFAULT_WORKSPACE, run.id)) ?? { spans: [] }
    expect(
      spans.flatMap(({ kind, node, status }) => (kind === 'model' ? [[node, status]] : [])),
    ).toEqual([
      ['delegate/one', 'success'],
      ['delegate/two', 'error'],
      ['delegate/two', 'success'],
      ['delegate/three', 'success'],
    ])
  })
})

describe('several processes on one Postgres', () => {
  test('several processes on one Postgres take over a run of a dead process exactly once', async () => {
    const { config, mockProvider, run } = await setUp('postgres', { tokens: 420 })
    const limits = { runLeaseMs: LEASE_MS }
    const options = { config, mockProviderUrl: mockProvider.url, limits, follow: run.id }
    const first = await startChild(options)
    await expect.poll(() => tokensOf(first.seen, 'two').length).toBeGreaterThan(2)
    const second = await startChild(options)
    const third = await startChild(options)
    await killAt(first.child, first.seen, () => true)

    await Promise.all([once(second.child, 'close'), once(third.child, 'close')])

    const asked = mockProvider.requests.map(({ body }) => JSON.stringify(body).slice(0, 200))
    expect(asked.filter((body) => body.includes('one:'))).toHaveLength(1)
    expect(asked.filter((body) => body.includes('two:'))).toHaveLength(2)
    expect(asked.filter((body) => body.includes('three:'))).toHaveLength(1)
    expect(second.seen).toEqual(third.seen)
    const numbers = second.seen.map(({ seq }) => seq)
    expect(numbers).toEqual([...new Set(numbers)].toSorted((a, b) => a - b))
    expect(second.seen.at(-1)?.body).toMatchObject({ type: 'status', status: 'success' })
  })

  test('several processes on one Postgres share runs without running one twice', async () => {
    const { config, mockProvider } = await setUp('postgres')
    const db = await openDatabase(config)
    onTestFinished(() => db.close())
    const document = chained(['one', 'three'])
    const runs = await Promise.all(
      Array.from({ length: 20 }, () =>
        queueRun(db, {
          graph: { hash: hashDocument(document), document },
          input: { question: 'x' },
        }),
      ),
    )
    const other = await openDatabase(config)
    onTestFinished(() => other.close())

    const executors = await Promise.all([
      startExecutor(db, { mockProvider, limits: { runsAtOnce: 3, runLeaseMs: 15_000 } }),
      startExecutor(other, { mockProvider, limits: { runsAtOnce: 3, runLeaseMs: 15_000 } }),
    ])
    await Promise.all(runs.map(({ id }) => executors[0].executor.waitUntilSettled(id)))

    const found = await Promise.all(runs.map(({ id }) => findRun(db, DEFAULT_WORKSPACE, id)))
    expect(found.map((each) => [each?.status, each?.attempt])).toEqual(
      runs.map(() => ['success', 1]),
    )
    const all = await Promise.all(runs.map(({ id }) => readAll(executors[1].executor, id)))
    for (const events of all) {
      expect(events.filter(({ body }) => body.type === 'node-start')).toHaveLength(2)
    }
  })
})
