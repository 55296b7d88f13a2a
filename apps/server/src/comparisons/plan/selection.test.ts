import type { CellSelection } from '@lathe/contract'
import type { StartOptions } from '@lathe/mock-provider'
import { expect, test } from 'vitest'
import {
  caseRow,
  type PlanFields,
  planWith,
  promptColumn,
  startComparisonApp,
} from '../../testing/comparison-app.ts'
import { describeDatabases } from '../../testing/databases.ts'

const column = (key: string, connection?: string) =>
  promptColumn(key, `${key}: {{question}}`, connection)
const plan = planWith({
  variants: [column('a'), column('b')],
  cases: [caseRow('one'), caseRow('two')],
  repeats: 2,
  concurrency: 1,
  reuse: false,
})

describeDatabases('selected cells', (db) => {
  async function start(options: StartOptions = {}, fields: PlanFields = {}) {
    const { client, mockProvider, make, ...comparing } = await startComparisonApp(db(), options)
    const id = await make({ ...plan, ...fields })
    const ended = () => comparing.ended(id)
    const run = (only?: CellSelection, again?: boolean) =>
      comparing.run(id, { ...(only && { only }), ...(again && { rerun: again }) })
    const listRequests = () =>
      mockProvider.requests
        .splice(0)
        .map(({ body }) => /[ab]: (one|two)/.exec(JSON.stringify(body))?.[0] ?? '')
        .toSorted((one, other) => one.localeCompare(other))
    return { client, id, run, ended, listRequests }
  }

  test('runs only the selected cells', async () => {
    const { run, listRequests } = await start()

    const row = await run({ cases: ['one'] })
    expect(listRequests()).toEqual(['a: one', 'a: one', 'b: one', 'b: one'])
    expect(row).toMatchObject({ status: 'done', cells: { total: 8, done: 4 } })
    await run({ variants: ['a'] })
    expect(listRequests()).toEqual(['a: two', 'a: two'])
    await run({ variants: ['a'], cases: ['one'], repeats: [1] }, true)
    expect(listRequests()).toEqual(['a: one'])
    await run({ variants: ['b'] }, true)
    expect(listRequests()).toEqual(['b: one', 'b: one', 'b: two', 'b: two'])
    await run(undefined, true)
    expect(listRequests()).toHaveLength(8)
  })

  test('leaves unselected cells that were stopped or failed untouched', async () => {
    const { client, id, run, ended, listRequests } = await start({
      script: [
        { match: 'a: one', reply: { fault: '400' }, times: 1 },
        { match: 'b: one', reply: { fault: 'timeout' }, times: 1 },
      ],
    })
    await client.comparisons.run({ id })
    await expect.poll(async () => (await client.comparisons.get({ id })).cells.failed).toBe(1)
    await client.comparisons.stop({ id })
    await ended()
    listRequests()

    await run({ variants: ['b'], cases: ['two'] })
    expect(listRequests()).toEqual(['b: two', 'b: two'])
    await run({ failed: true })
    expect(listRequests()).toEqual(['a: one'])
    expect((await run()).cells).toMatchObject({ done: 8, failed: 0 })
  })

  test('starts every cell of concurrent selections', async () => {
    const { client, id, ended } = await start()

    await Promise.all(
      ['one', 'two'].map((key) => client.comparisons.run({ id, only: { cases: [key] } })),
    )

    expect(await ended()).toMatchObject({ status: 'done', cells: { done: 8, failed: 0 } })
  })

  test('keeps results of rerun cells if the budget is used up', async () => {
    const { client, id, run, listRequests } = await start()
    await run()
    listRequests()
    const { revision, grid } = await client.comparisons.get({ id })
    await client.comparisons.edit({ id, revision, plan: { ...plan, budget: { tokens: 1 } } })

    await expect(
      client.comparisons.run({ id, only: { cases: ['one'] }, rerun: true }),
    ).rejects.toMatchObject({
      code: 'PLAN_INVALID',
      data: {
        problems: [{ path: 'budget.tokens', message: expect.stringMatching(/^used up by/) }],
      },
    })
    expect((await client.comparisons.get({ id })).grid).toEqual(grid)
    expect(listRequests()).toEqual([])
  })

  test('keeps errors of failed cells until the budget allows a retry', async () => {
    const { client, id, run, listRequests } = await start({
      script: [{ match: 'a: one', reply: { fault: '400' } }],
    })
    await run()
    listRequests()
    const { revision, grid } = await client.comparisons.get({ id })
    await client.comparisons.edit({ id, revision, plan: { ...plan, budget: { tokens: 1 } } })

    for (const only of [undefined, { failed: true as const }]) {
      await expect(client.comparisons.run({ id, ...(only && { only }) })).rejects.toMatchObject({
        code: 'PLAN_INVALID',
        data: { problems: [{ path: 'budget.tokens' }] },
      })
    }
    expect((await client.comparisons.get({ id })).grid).toEqual(grid)
    expect(listRequests()).toEqual([])
  })

  test('runs selected variants even if another variant cannot run', async () => {
    const { run, client, id } = await start({}, { variants: [column('a'), column('b', 'nowhere')] })

    expect((await run({ variants: ['a'] })).cells).toMatchObject({ done: 4, failed: 0 })
    await expect(client.comparisons.run({ id })).rejects.toMatchObject({ code: 'PLAN_INVALID' })
  })

  test('rejects a selection of unknown variants, cases or repeats', async () => {
    const { client, id } = await start()
    const refused = async (only: CellSelection) => {
      const error: unknown = await client.comparisons
        .run({ id, only })
        .catch((thrown: unknown) => thrown)
      return error
    }
    const selectionError = (path: string, message: string) => ({
      code: 'NO_SUCH_CELLS',
      data: { problems: [{ path, message }] },
    })

    expect(await refused({ variants: ['a', 'c'] })).toMatchObject(
      selectionError('only.variants.1', 'no variant c'),
    )
    expect(await refused({ cases: ['six'] })).toMatchObject(
      selectionError('only.cases.0', 'no case six'),
    )
    expect(await refused({ repeats: [2] })).toMatchObject(
      selectionError('only.repeats.0', 'the last repeat is 1'),
    )
    expect(await refused({ failed: true })).toMatchObject(
      selectionError('only.failed', 'no cell has failed'),
    )
    expect(await client.comparisons.get({ id })).toMatchObject({ status: 'draft', grid: [] })
  })
})
