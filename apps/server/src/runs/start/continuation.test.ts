import { type GraphDocument, isEnded, type RunBudget } from '@lathe/contract'
import { type MockProvider, startMockProvider, type StartOptions } from '@lathe/mock-provider'
import { afterEach, expect, test } from 'vitest'
import { describeDatabases } from '../../testing/databases.ts'
import { asking, chained } from '../../testing/runnable-documents.ts'
import { startRunningApp } from '../../testing/running-app.ts'

const input = { question: 'Tides?' }
const slow = { match: 'two', reply: { tokens: 60, fault: 'stall' }, times: 1 }

/** Which node of `chained` made each provider request. */
const asked = ({ requests }: MockProvider) =>
  requests.map(({ body }) => /"(one|two|three): /.exec(JSON.stringify(body))?.[1])

describeDatabases('continuing a thread', (db) => {
  let stop = async () => {}
  afterEach(() => stop())

  /** An agent of three model calls to the mock provider. */
  async function withAgent(
    options: StartOptions = {},
    document: GraphDocument = chained(['one', 'two', 'three'], 'slow-lane'),
  ) {
    const mockProvider = await startMockProvider({ script: [{ reply: 'Said.' }], ...options })
    const app = await startRunningApp(db())
    stop = async () => {
      await app.stop()
      await mockProvider.close()
    }
    const { client } = app
    await client.models.createConnection({
      name: 'slow-lane',
      baseUrl: mockProvider.url,
      key: 'a-key-for-the-provider',
      allowPrivate: true,
    })
    await client.agents.create({ name: 'Tides', document })
    await client.agents.saveVersion({ agent: 'tides', revision: 1, publish: true })
    const begin = (budget: RunBudget = {}) => client.runs.wait({ agent: 'tides', input, budget })
    const goOn = (threadId: string, fields: { version?: number | 'draft' } = {}) =>
      client.runs.wait({ agent: 'tides', threadId, ...fields })
    return { ...app, mockProvider, begin, goOn }
  }

  test.each<[string, RunBudget, string]>([
    ['tokens', { tokens: 1 }, 'BUDGET_EXCEEDED'],
    ['steps', { steps: 1 }, 'RECURSION_LIMIT'],
  ])(
    'a thread continued after its %s ran out repeats no finished step',
    async (_, budget, code) => {
      const { client, begin, goOn, mockProvider } = await withAgent()

      const stopped = await begin(budget)
      const rest = await goOn(stopped.threadId)

      expect(stopped).toMatchObject({ status: 'error', error: { code } })
      expect(rest).toMatchObject({
        status: 'success',
        title: 'Tides?',
        version: 1,
        input: null,
        budget: {},
        threadId: stopped.threadId,
        output: { answer: 'Said.' },
      })
      expect(rest.id).not.toBe(stopped.id)
      expect(asked(mockProvider)).toEqual(['one', 'two', 'three'])
      expect(await client.runs.get({ id: stopped.id })).toEqual(stopped)
    },
  )

  test('a thread continued after its time ran out repeats the call in flight', async () => {
    const { begin, goOn, mockProvider } = await withAgent({ script: [slow, { reply: 'Said.' }] })

    const stopped = await begin({ wallClockMs: 4_000 })
    const rest = await goOn(stopped.threadId)

    expect([stopped.status, rest.status]).toEqual(['timeout', 'success'])
    expect(asked(mockProvider)).toEqual(['one', 'two', 'two', 'three'])
  })

  test('a thread continued after an error reruns the failed step', async () => {
    const { begin, goOn, mockProvider } = await withAgent({
      script: [{ match: 'two', reply: { fault: '400' }, times: 1 }, { reply: 'Said.' }],
    })

    const stopped = await begin()
    const rest = await goOn(stopped.threadId)

    expect([stopped.status, rest.status]).toEqual(['error', 'success'])
    expect(asked(mockProvider)).toEqual(['one', 'two', 'two', 'three'])
  })

  test('a thread continued right after a cancel waits for the last checkpoint', async () => {
    const { client, goOn, mockProvider } = await withAgent({ script: [slow, { reply: 'Said.' }] })
    const { id, threadId } = await client.runs.start({ agent: 'tides', input })
    await expect.poll(() => mockProvider.requests.length).toBe(2)

    await client.runs.cancel({ id })
    const rest = await goOn(threadId)

    expect(rest.status).toBe('success')
    expect(asked(mockProvider)).toEqual(['one', 'two', 'two', 'three'])
  })

  test('asks unanswered questions again, also after a delete and restore of the thread', async () => {
    const { client, begin, goOn } = await withAgent({}, asking())
    const { id: waitingId, threadId } = await begin()
    await client.runs.cancel({ id: waitingId })
    await goOn(threadId)
    await client.threads.delete({ id: threadId })
    await client.threads.restore({ id: threadId })

    const again = await goOn(threadId)
    const { items: inbox } = await client.runs.list({ status: ['interrupted'], limit: 10 })
    const answers = Object.fromEntries(
      again.interrupts.map(({ id }) => [id, { kind: 'ask', decision: 'yes' } as const]),
    )
    await client.runs.resume({ id: again.id, answers })

    await expect
      .poll(async () => (await client.runs.get({ id: again.id })).status)
      .toSatisfy(isEnded)
    expect(inbox).toMatchObject([{ id: again.id, interrupts: [{ kind: 'ask' }] }])
    expect(await client.runs.get({ id: again.id })).toMatchObject({ output: { answer: 'yes' } })
  })

  test('executes the graph that stopped even if another was published', async () => {
    const { client, begin, goOn } = await withAgent()
    const stopped = await begin({ tokens: 1 })
    const document = chained(['other'], 'slow-lane')
    await client.agents.saveDraft({ agent: 'tides', revision: 1, document })
    await client.agents.saveVersion({ agent: 'tides', revision: 2, publish: true })

    for (const version of [2, 'draft'] as const) {
      await expect(goOn(stopped.threadId, { version })).rejects.toMatchObject({
        code: 'INVALID_INPUT',
        data: { issues: [{ path: 'version', message: expect.stringContaining('version 1') }] },
      })
    }
    expect(await goOn(stopped.threadId, { version: 1 })).toMatchObject({
      status: 'success',
      version: 1,
    })
  })

  test('rejects an interrupted thread and one without runs', async () => {
    const { client, begin, goOn } = await withAgent({}, asking())
    const waiting = await begin()

    await expect(goOn(waiting.threadId)).rejects.toMatchObject({
      code: 'THREAD_BUSY',
      data: { runId: waiting.id, status: 'interrupted' },
    })
    const empty = await client.threads.create({ agent: 'tides' })
    await expect(goOn(empty.id)).rejects.toMatchObject({ code: 'NOTHING_TO_CONTINUE', status: 409 })
  })

  test('rejects a finished thread, and a run without input and thread', async () => {
    const { client, begin, goOn } = await withAgent()
    const done = await begin()

    await expect(goOn(done.threadId)).rejects.toMatchObject({ code: 'NOTHING_TO_CONTINUE' })
    await expect(client.runs.start({ agent: 'tides' })).rejects.toMatchObject({
      code: 'INVALID_INPUT',
      data: { issues: [{ path: 'threadId', message: expect.stringContaining('input') }] },
    })
  })
})
