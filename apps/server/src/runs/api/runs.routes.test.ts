import type { Interrupt } from '@lathe/contract'
import { expect, test } from 'vitest'
import { toJson } from '../../platform/db/json.ts'
import { describeDatabases } from '../../testing/databases.ts'
import { brokenDocument, settingDocument } from '../../testing/documents.ts'
import { createTestApp } from '../../testing/test-app.ts'

const input = { question: 'Why?' }

const ask: Interrupt = {
  kind: 'ask',
  id: 'question',
  node: 'reply',
  title: 'Reply',
  createdAt: 0,
  message: 'Go on?',
  form: null,
  decisions: [{ port: 'yes', label: 'Yes' }],
  deadlineAt: null,
}

describeDatabases('runs API', (db) => {
  const published = async (env: Record<string, string> = {}) => {
    const app = createTestApp(db(), { env })
    await app.client.agents.create({ name: 'Echo', document: settingDocument() })
    await app.client.agents.saveVersion({ agent: 'echo', revision: 1, publish: true })
    return app
  }
  const pause = (id: string) =>
    db()
      .updateTable('runs')
      .set({ status: 'interrupted', interrupts: toJson([ask]) })
      .where('id', '=', id)
      .execute()

  test('queues the published version and wakes the executor', async () => {
    const { client, executor } = await published()

    const run = await client.runs.start({ agent: 'echo', input, metadata: { ticket: 7 } })

    expect(run).toMatchObject({
      status: 'pending',
      agentSlug: 'echo',
      version: 1,
      title: 'Why?',
      input,
      metadata: { ticket: 7 },
      source: 'api',
      queuePosition: 0,
    })
    expect(executor.woken).toHaveLength(1)
    expect(await client.runs.graph({ id: run.id })).toEqual(settingDocument())
  })

  test('reports when an agent last ran and with which status', async () => {
    const { client } = await published()
    const before = await client.runs.start({ agent: 'echo', input })
    await pause(before.id)
    expect(await client.agents.get({ agent: 'echo' })).toMatchObject({
      lastRunAt: before.createdAt,
      lastRunStatus: 'interrupted',
    })

    const run = await client.runs.start({ agent: 'echo', input })

    expect(await client.agents.get({ agent: 'echo' })).toMatchObject({
      lastRunAt: run.createdAt,
      lastRunStatus: 'pending',
    })
  })

  test('runs the current draft', async () => {
    const { client } = await published()
    const document = settingDocument('new')
    await client.agents.saveDraft({ agent: 'echo', revision: 1, document })

    const run = await client.runs.start({ agent: 'echo', version: 'draft', input })

    expect(run.version).toBeNull()
    expect(await client.runs.graph({ id: run.id })).toEqual(document)
  })

  test.each([
    ['no such agent', { agent: 'nobody', input }, 'NO_SUCH_AGENT'],
    ['no such version', { agent: 'echo', version: 9, input }, 'NO_SUCH_VERSION'],
    ['input of the wrong type', { agent: 'echo', input: { question: 7 } }, 'INVALID_INPUT'],
    ['missing input', { agent: 'echo', input: {} }, 'INVALID_INPUT'],
    ['input that is no channel', { agent: 'echo', input: { ...input, x: 1 } }, 'INVALID_INPUT'],
    [
      'a thread there is not',
      { agent: 'echo', input, threadId: '019f0000-0000-7000-8000-000000000000' },
      'NO_SUCH_THREAD',
    ],
  ] as const)('rejects %s', async (_, start, code) => {
    const { client, executor } = await published()

    await expect(client.runs.start(start)).rejects.toMatchObject({ code })
    expect(executor.woken).toEqual([])
  })

  test.each([
    ['wrong', { question: 7 }],
    ['missing', {}],
  ])('names the input channel that is %s', async (_, input) => {
    const { client } = await published()

    await expect(client.runs.start({ agent: 'echo', input })).rejects.toMatchObject({
      data: { issues: [{ path: 'input.question' }] },
    })
  })

  test('rejects an agent that was never published', async () => {
    const { client } = createTestApp(db())
    await client.agents.create({ name: 'Fresh', document: settingDocument() })

    await expect(client.runs.start({ agent: 'fresh', input })).rejects.toMatchObject({
      code: 'NO_SUCH_VERSION',
      message: expect.stringContaining('published'),
    })
  })

  test('rejects a draft with errors and locates each', async () => {
    const { client } = createTestApp(db())
    await client.agents.create({ name: 'Broken', document: brokenDocument() })

    await expect(
      client.runs.start({ agent: 'broken', version: 'draft', input }),
    ).rejects.toMatchObject({
      code: 'GRAPH_INVALID',
      data: { problems: expect.arrayContaining([expect.objectContaining({ path: 'edges.2.to' })]) },
    })
  })

  test('rejects a second run on a busy thread', async () => {
    const { client } = await published()
    const first = await client.runs.start({ agent: 'echo', input })

    await expect(
      client.runs.start({ agent: 'echo', input, threadId: first.threadId }),
    ).rejects.toMatchObject({
      code: 'THREAD_BUSY',
      data: { runId: first.id, status: 'pending' },
    })
  })

  test('rejects the thread of another agent', async () => {
    const { client } = await published()
    const other = await client.agents.create({ name: 'Other', document: settingDocument() })
    const thread = await client.threads.create({ agent: other.slug })

    await expect(
      client.runs.start({ agent: 'echo', input, threadId: thread.id }),
    ).rejects.toMatchObject({ code: 'INVALID_INPUT', data: { issues: [{ path: 'threadId' }] } })
  })

  test('rejects a run when the queue is full, with a retry time', async () => {
    const { client } = await published({ LATHE_RUNS_QUEUED: '1' })
    await client.runs.start({ agent: 'echo', input })

    await expect(client.runs.start({ agent: 'echo', input })).rejects.toMatchObject({
      code: 'OVERLOADED',
      status: 429,
      data: { retryAfterMs: expect.any(Number) },
    })
  })

  test('lists runs newest first, by page, agent, thread and status', async () => {
    const { client } = await published()
    const runs = []
    for (let count = 0; count < 3; count++)
      runs.push(await client.runs.start({ agent: 'echo', input }))
    await client.runs.cancel({ id: runs[0]?.id ?? '' })

    const page = await client.runs.list({ limit: 2 })
    const next = await client.runs.list({ limit: 2, before: page.items.at(-1)?.id })

    expect(page.hasMore).toBe(true)
    expect([...page.items, ...next.items].map(({ id }) => id)).toEqual(
      runs.map(({ id }) => id).toReversed(),
    )
    expect((await client.runs.list({ status: 'cancelled' })).items).toHaveLength(1)
    expect((await client.runs.list({ status: ['pending', 'running'] })).items).toHaveLength(2)
    expect((await client.runs.list({ agent: 'nobody' })).items).toEqual([])
  })

  test('cancels a pending run and aborts its execution', async () => {
    const { client, executor } = await published()
    const { id } = await client.runs.start({ agent: 'echo', input })

    const run = await client.runs.cancel({ id })

    expect(run).toMatchObject({ status: 'cancelled', endedAt: expect.any(Number) })
    expect(executor.aborted).toEqual([id])
  })

  test('rejects cancelling an ended run with its status', async () => {
    const { client, executor } = await published()
    const { id } = await client.runs.start({ agent: 'echo', input })
    await client.runs.cancel({ id })

    await expect(client.runs.cancel({ id })).rejects.toMatchObject({
      code: 'CONFLICT',
      data: { status: 'cancelled' },
    })
    expect(executor.aborted).toHaveLength(1)
  })

  test('queues a resumed run with its answers', async () => {
    const { client, executor } = await published()
    const { id } = await client.runs.start({ agent: 'echo', input })
    await pause(id)

    const answers = { question: { kind: 'ask', decision: 'yes' } } as const
    const run = await client.runs.resume({ id, answers })

    expect(run).toMatchObject({ status: 'pending', interrupts: [] })
    expect(executor.woken).toHaveLength(2)
  })

  test('accepts only one of two concurrent answers', async () => {
    const { client } = await published()
    const { id } = await client.runs.start({ agent: 'echo', input })
    await pause(id)
    const answers = { question: { kind: 'ask', decision: 'yes' } } as const

    const results = await Promise.allSettled([
      client.runs.resume({ id, answers }),
      client.runs.resume({ id, answers }),
    ])

    const outcomes = results.map((result) =>
      result.status === 'fulfilled' ? 'taken' : String(result.reason.code),
    )
    expect(outcomes.toSorted()).toEqual(['CONFLICT', 'taken'])
  })

  test.each([
    ['a question nobody asked', { other: { kind: 'ask', decision: 'yes' } }, 'CONFLICT'],
    ['nothing', {}, 'CONFLICT'],
    ['a decision nobody offered', { question: { kind: 'ask', decision: 'no' } }, 'INVALID_INPUT'],
  ] as const)('rejects answering %s', async (_, answers, code) => {
    const { client } = await published()
    const { id } = await client.runs.start({ agent: 'echo', input })
    await pause(id)

    await expect(client.runs.resume({ id, answers })).rejects.toMatchObject({ code })
    expect((await client.runs.get({ id })).status).toBe('interrupted')
  })

  test('rejects resuming a run that is not interrupted', async () => {
    const { client } = await published()
    const { id } = await client.runs.start({ agent: 'echo', input })
    const answers = { question: { kind: 'ask', decision: 'yes' } } as const

    await expect(client.runs.resume({ id, answers })).rejects.toMatchObject({
      code: 'CONFLICT',
      data: { status: 'pending', pending: [] },
    })
  })
})
