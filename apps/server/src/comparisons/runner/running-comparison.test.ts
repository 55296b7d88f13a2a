import type { Evaluator, GraphDocument } from '@lathe/contract'
import { expect, test, vi } from 'vitest'
import {
  caseRow,
  planWith,
  promptColumn,
  startComparisonApp,
} from '../../testing/comparison-app.ts'
import { describeDatabases } from '../../testing/databases.ts'
import { chained } from '../../testing/runnable-documents.ts'
import { createComparisonJobs } from './comparison-runner.ts'

const prompts = (...keys: string[]) => keys.map((key) => promptColumn(key, `${key}: {{question}}`))
const draft = (key: string) => ({
  key,
  name: key.toUpperCase(),
  base: { type: 'agent' as const, agent: 'chain', version: 'draft' as const },
})
const judge: Evaluator = {
  kind: 'judge',
  model: { connection: 'lane', name: 'demo-fast' },
  messages: [
    { role: 'user', text: 'Judge: {{output}} [[json: {"reason": "It is short.", "pass": true}]]' },
  ],
  gives: 'pass',
  scale: { from: 1, to: 5 },
}
const similarity: Evaluator = {
  kind: 'similarity',
  embedding: { connection: 'lane', model: 'demo-embedding' },
}
const evaluators = [{ key: 'judged', name: 'Judged', evaluator: judge }]

describeDatabases('a running comparison', (db) => {
  async function start(options: Parameters<typeof startComparisonApp>[1] = {}) {
    const app = await startComparisonApp(db(), options)
    const { client, mockProvider } = app
    const promptTexts = () => mockProvider.requests.map(({ body }) => readPromptText(body))
    const waitForRequests = (count: number) =>
      expect.poll(() => mockProvider.requests.length).toBe(count)
    const first = chained(['first'], 'lane')
    const createAgent = async () => {
      await client.agents.create({ name: 'Chain', document: first })
      await client.agents.saveVersion({ agent: 'chain', revision: 1, publish: true })
    }
    const editAgent = () =>
      client.agents.saveDraft({ agent: 'chain', revision: 1, document: editPrompts(first) })
    return {
      ...app,
      promptTexts,
      waitForRequests,
      createAgent,
      editAgent,
    }
  }

  test('starts added cells without repeating running ones', async () => {
    const { client, mockProvider, make, promptTexts, waitForRequests, ended } = await start()
    const id = await make({
      variants: prompts('a', 'b'),
      cases: [caseRow('one')],
      concurrency: 8,
      reuse: false,
    })
    const answer = mockProvider.hold('a: one')
    await client.comparisons.run({ id, only: { variants: ['a'] } })
    await waitForRequests(1)
    const [before] = (await client.comparisons.get({ id })).grid

    await client.comparisons.run({ id, only: { variants: ['a'] }, rerun: true })
    await client.comparisons.run({ id, only: { variants: ['b'] } })
    await expect.poll(async () => (await client.comparisons.get({ id })).cells.done).toBe(1)
    answer()

    const done = await ended(id)
    expect(done).toMatchObject({ status: 'done', cells: { done: 2, failed: 0 } })
    expect(done.grid.find(({ variant }) => variant === 'a')?.runId).toBe(before?.runId)
    expect(promptTexts()).toEqual(['a: one', 'b: one'])
  })

  test.each([
    ['a judge', evaluators, 'Judge: '],
    ['an embedding', [{ key: 'close', name: 'Close', evaluator: similarity }], 'embedding'],
  ])(
    'a running comparison does not repeat %s that is in flight',
    async (_, planChecks, promptPrefix) => {
      const { client, context, make, waitForRequests, ended, mockProvider } = await start()
      const leave = vi.spyOn(context.comparisons, 'leave')
      const cases = [{ ...caseRow('one'), reference: 'One.' }]
      const variants = prompts('a', 'b')
      const id = await make({ variants, cases, evaluators: [...planChecks], reuse: false })
      const answer = mockProvider.hold(promptPrefix)
      await client.comparisons.run({ id, only: { variants: ['a'] } })
      await waitForRequests(2)

      const addedRun = client.comparisons.run({ id, only: { variants: ['b'] } })
      await expect.poll(() => leave.mock.calls).toEqual([[id]])
      answer()
      await addedRun

      expect((await ended(id)).judging.verdicts).toBe(2)
      expect(mockProvider.requests).toHaveLength(4)
    },
  )

  test('continues with the latest plan and budget', async () => {
    const { client, make, mockProvider, waitForRequests, ended } = await start({
      script: [{ reply: 'word '.repeat(50) }],
    })
    const fields = planWith({
      variants: prompts('a'),
      cases: Array.from({ length: 8 }, (_, at) => caseRow(`c${at}`)),
      concurrency: 1,
      reuse: false,
    })
    const id = await make(fields)
    const answer = mockProvider.hold('a: c')
    await client.comparisons.run({ id })
    await waitForRequests(1)
    const { revision } = await client.comparisons.get({ id })
    await client.comparisons.edit({ id, revision, plan: { ...fields, budget: { tokens: 100 } } })

    await client.comparisons.run({ id })
    answer()

    expect(await ended(id)).toMatchObject({ status: 'stopped', stopReason: 'budget' })
    expect(mockProvider.requests).toHaveLength(2)
  })

  test('keeps the previous result of a rerun cell without budget', async () => {
    const { client, make, run, ended, mockProvider } = await start()
    const fields = planWith({
      variants: prompts('a'),
      cases: ['one', 'two', 'three'].map((key) => caseRow(key)),
      concurrency: 1,
      reuse: false,
    })
    const id = await make(fields)
    const before = await run(id)
    const { revision } = before
    await client.comparisons.edit({ id, revision, plan: { ...fields, budget: { tokens: 1 } } })
    mockProvider.requests.splice(0)

    await client.comparisons.run({ id, rerun: true })

    const after = await ended(id)
    expect(after).toMatchObject({ status: 'stopped', stopReason: 'budget', cells: { done: 3 } })
    expect(mockProvider.requests).toHaveLength(1)
    const earlier = new Set(before.grid.map(({ runId }) => runId))
    expect(after.grid.filter(({ runId }) => earlier.has(runId))).toHaveLength(2)
    expect(after.grid.map(({ status }) => status)).toEqual(['success', 'success', 'success'])
  })

  test('reruns a running cell whose variant has changed', async () => {
    const { client, make, promptTexts, waitForRequests, ended, ...agents } = await start({
      script: [{ match: 'one', reply: { fault: 'timeout' }, times: 1 }],
    })
    await agents.createAgent()
    const id = await make({ variants: [draft('g')], cases: [caseRow('one')], reuse: false })
    await client.comparisons.run({ id })
    await waitForRequests(1)
    await agents.editAgent()

    await client.comparisons.run({ id })

    expect(await ended(id)).toMatchObject({ status: 'done', cells: { done: 1, failed: 0 } })
    expect(promptTexts().slice(1)).toEqual(['EDITED one'])
    const runs = await db().selectFrom('runs').select('status').orderBy('id').execute()
    expect(runs.map(({ status }) => status)).toEqual(['cancelled', 'success'])
  })

  test('stores the result of an edited draft under the new draft', async () => {
    const { client, mockProvider, make, run, promptTexts, waitForRequests, ended, ...agents } =
      await start()
    await agents.createAgent()
    const cases = [caseRow('one')]
    const variants = [...prompts('a'), draft('g')]
    const id = await make({ variants, cases, concurrency: 1, reuse: false })
    const answer = mockProvider.hold('a: one')
    await client.comparisons.run({ id })
    await waitForRequests(1)
    await agents.editAgent()
    await client.comparisons.run({ id, only: { variants: ['a'] } })
    answer()
    await ended(id)
    expect(promptTexts().slice(1)).toEqual(['EDITED one'])

    const publishedBase = { type: 'agent' as const, agent: 'chain', version: 1 }
    const other = await make({ variants: [{ key: 'v', name: 'V', base: publishedBase }], cases })
    expect((await run(other)).grid).toMatchObject([{ status: 'success', isReused: false }])
  })

  test('reuses an earlier result for a queued cell, however it was requested', async () => {
    const { client, make, run, ended, promptTexts, waitForRequests, mockProvider } = await start()
    const variants = prompts('a')
    await run(await make({ variants, cases: [caseRow('one')] }))
    mockProvider.requests.splice(0)
    const id = await make({ variants, cases: [caseRow('slow'), caseRow('one')], concurrency: 1 })
    const answer = mockProvider.hold('a: slow')
    await client.comparisons.run({ id })
    await waitForRequests(1)

    await client.comparisons.run({ id, only: { cases: ['one'] }, rerun: true })
    answer()

    expect((await ended(id)).cells).toMatchObject({ done: 2, failed: 0 })
    expect(promptTexts()).toEqual(['a: slow'])
  })

  test('judges failed cells and reruns them, also in another process', async () => {
    const { client, context, make, run, waitForRequests, mockProvider } = await start({
      script: [{ match: 'a: one', reply: { fault: '400' }, times: 1 }],
    })
    const variants = prompts('a')
    const id = await make({ variants, cases: [caseRow('one')], evaluators, reuse: false })
    expect((await run(id)).cells.failed).toBe(1)
    mockProvider.requests.splice(0)
    const answer = mockProvider.hold('a: one')
    await client.comparisons.run({ id, only: { failed: true } })
    await waitForRequests(1)
    await context.comparisons.drain()

    const other = createComparisonJobs(context)
    await other.resume()
    answer()

    const planChecks = async () => (await client.comparisons.get({ id })).judging?.verdicts
    await expect.poll(planChecks).toBe(1)
    await other.drain()
  })

  test('a running comparison never reuses a result of a changed variant', async () => {
    const { client, make, run, promptTexts, mockProvider, ...agents } = await start()
    await agents.createAgent()
    const fields = planWith({
      variants: [draft('g'), ...prompts('a')],
      cases: [caseRow('one')],
      reuse: false,
    })
    const id = await make(fields)
    await run(id)
    await agents.editAgent()
    const { revision } = await client.comparisons.get({ id })
    const plan = { ...fields, evaluators, budget: { tokens: 1 } }
    await client.comparisons.edit({ id, revision, plan })
    mockProvider.requests.splice(0)

    expect(await run(id)).toMatchObject({ status: 'stopped', stopReason: 'budget' })
    expect(promptTexts()).toEqual([expect.stringMatching(/^Judge: /)])
  })
})

const readPromptText = (body: unknown): string =>
  /"content":"((?:[^"\\]|\\.)*)"/.exec(JSON.stringify(body))?.[1] ?? ''

const editPrompts = (document: GraphDocument): GraphDocument =>
  JSON.parse(JSON.stringify(document).replace(/"text":"[^"]*"/, '"text":"EDITED {{question}}"'))
