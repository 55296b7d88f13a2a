import type { ScriptEntry } from '@lathe/mock-provider'
import { expect, test } from 'vitest'
import {
  caseRow,
  planWith,
  promptColumn,
  startComparisonApp,
} from '../../testing/comparison-app.ts'
import { describeDatabases } from '../../testing/databases.ts'
import { chained } from '../../testing/runnable-documents.ts'

const prompt = promptColumn('a', 'a: {{question}}')

describeDatabases('previous result of a cell', (db) => {
  async function start(...script: ScriptEntry[]) {
    const app = await startComparisonApp(db(), { script })
    const waitForRequests = (count: number) =>
      expect.poll(() => app.mockProvider.requests.length).toBe(count)
    return { ...app, waitForRequests }
  }

  test('returns when its case, removed while it was queued, is added again', async () => {
    const { client, make, run, waitForRequests } = await start(
      { match: 'one', reply: {}, times: 1 },
      { match: 'one', reply: { fault: 'timeout' } },
    )
    const cases = [caseRow('one'), caseRow('two')]
    const fields = planWith({ variants: [prompt], cases, concurrency: 1, reuse: false })
    const id = await make(fields)
    const before = await run(id)
    await client.comparisons.run({ id, rerun: true })
    await waitForRequests(3)
    await client.comparisons.stop({ id })
    const edit = async (rows: typeof cases) => {
      const { revision } = await client.comparisons.get({ id })
      await client.comparisons.edit({ id, revision, plan: { ...fields, cases: rows } })
    }

    await edit(cases.slice(0, 1))
    await edit(cases)

    const findSecondCell = ({ grid }: typeof before) => grid.find(({ case: row }) => row === 'two')
    const after = await client.comparisons.get({ id })
    expect(findSecondCell(after)).toMatchObject({
      status: 'success',
      runId: findSecondCell(before)?.runId,
    })
  })

  test('stopping before a queued rerun restores the previous result at no cost', async () => {
    const { client, mockProvider, make, run, waitForRequests } = await start(
      { match: 'one', reply: {}, times: 1 },
      { match: 'one', reply: { fault: 'timeout' } },
    )
    const cases = [caseRow('one'), caseRow('two'), caseRow('three')]
    const id = await make(planWith({ variants: [prompt], cases, concurrency: 1, reuse: false }))
    const before = await run(id)
    await client.comparisons.run({ id, rerun: true })
    await waitForRequests(4)

    const stopped = await client.comparisons.stop({ id })

    const cellRuns = ({ grid }: typeof before) =>
      grid.map(({ status, runId }) => ({ status, runId }))
    expect(stopped.status).toBe('stopped')
    expect(cellRuns(stopped)).toEqual(cellRuns(before))
    await run(id)
    expect(mockProvider.requests).toHaveLength(4)
  })

  test('a used-up budget restores the previous result of a queued rerun', async () => {
    const { client, make, run } = await start()
    const cases = [caseRow('one'), caseRow('two'), caseRow('three')]
    const fields = planWith({ variants: [prompt], cases, concurrency: 1, reuse: false })
    const id = await make(fields)
    await run(id)
    const { revision } = await client.comparisons.get({ id })
    await client.comparisons.edit({ id, revision, plan: { ...fields, budget: { tokens: 1 } } })

    const limitedRun = await run(id, { rerun: true })

    const taken = limitedRun.grid.map(({ usage }) => (usage ? usage.input + usage.output : 0))
    expect(limitedRun).toMatchObject({ stopReason: 'budget', cells: { done: 3, failed: 0 } })
    expect(taken.every((tokens) => tokens > 0)).toBe(true)
    expect(limitedRun.spent?.tokens).toBe(taken[0])
  })

  test('the previous result of a cell is never used for an edited draft', async () => {
    const { client, mockProvider, make, run, waitForRequests, ended } = await start({
      match: 'EDITED',
      reply: { fault: 'timeout' },
    })
    const document = chained(['first'], 'lane')
    await client.agents.create({ name: 'Chain', document })
    const base = { type: 'agent' as const, agent: 'chain', version: 'draft' as const }
    const variants = [prompt, { key: 'g', name: 'G', base }]
    const id = await make({ variants, cases: [caseRow('one')], concurrency: 1, reuse: false })
    await run(id)
    const answer = mockProvider.hold('a: one')
    await client.comparisons.run({ id, rerun: true })
    await waitForRequests(3)
    const editedDocument = JSON.stringify(document).replace(
      /"text":"[^"]*"/,
      '"text":"EDITED {{question}}"',
    )
    await client.agents.saveDraft({
      agent: 'chain',
      revision: 1,
      document: JSON.parse(editedDocument),
    })
    await client.comparisons.run({ id, only: { variants: ['a'] } })
    answer()
    await waitForRequests(4)
    await client.comparisons.stop({ id })

    await client.comparisons.run({ id, only: { variants: ['a'] } })

    const { grid } = await ended(id)
    expect(grid.map(({ variant, status }) => `${variant} ${status}`)).toEqual(['a success'])
  })
})
