import type { ComparisonPlan, GraphDocument } from '@lathe/contract'
import type { StartOptions } from '@lathe/mock-provider'
import { expect, test } from 'vitest'
import { type PlanFields, startComparisonApp } from '../../testing/comparison-app.ts'
import { describeDatabases } from '../../testing/databases.ts'
import { answering, asking } from '../../testing/runnable-documents.ts'
import { purgeComparisons } from './comparisons.store.ts'

const model = { connection: 'lane', name: 'demo-fast' }
const prompt = (text: string) => ({
  type: 'prompt' as const,
  messages: [{ role: 'user' as const, text }],
  model,
})
const column = (key: string, base: ComparisonPlan['variants'][number]['base']) => ({
  key,
  name: key.toUpperCase(),
  base,
})
const row = (key: string, question: string, reference: string | null = null) => ({
  key,
  name: '',
  input: { question },
  reference,
})
const TWO_VARIANTS = {
  variants: [column('a', prompt('Echo: {{question}}')), column('b', prompt('Say: {{question}}'))],
  cases: [row('one', 'Tides?'), row('two', 'Winds?')],
  concurrency: 4,
}

describeDatabases('comparisons API', (db) => {
  async function start(options: StartOptions = {}) {
    const app = await startComparisonApp(db(), options)
    const { client } = app
    const make = (fields: PlanFields = {}) => app.make({ ...TWO_VARIANTS, ...fields })
    const agent = async (document: GraphDocument) => {
      await client.agents.create({ name: 'Tides', document })
      await client.agents.saveVersion({ agent: 'tides', revision: 1, publish: true })
    }
    return { ...app, make, agent }
  }

  test('runs every variant on every case and traces each run', async () => {
    const { client, make, run, mockProvider } = await start()
    const id = await make({ repeats: 2 })

    const done = await run(id)

    expect(done).toMatchObject({ status: 'done', cells: { total: 8, done: 8, failed: 0 } })
    const places = done.grid.map((cell) => `${cell.variant} ${cell.case} ${cell.repeat}`)
    expect(new Set(places).size).toBe(8)
    expect(mockProvider.requests).toHaveLength(8)
    const [cell] = done.grid
    expect(cell).toMatchObject({ status: 'success', isReused: false })
    expect(cell?.latencyMs).toBeGreaterThan(0)
    const trace = await client.traces.get({ id: cell?.runId ?? '' })
    expect(trace.spans.map(({ kind }) => kind)).toContain('model')
    const { items } = await client.traces.list({ environment: ['*'] })
    expect(new Set(items.map(({ title }) => title))).toEqual(new Set(['Tides?', 'Winds?']))
  })

  test('compares versions of an agent with changed nodes', async () => {
    const { client, make, run, agent, mockProvider } = await start()
    await agent(JSON.parse(JSON.stringify(answering()).replaceAll('"demo"', '"lane"')))
    const base = { type: 'agent' as const, agent: 'tides', version: 1, overrides: {} }
    const overrides = {
      reply: { messages: [{ role: 'user' as const, text: 'Other {{question}}' }] },
    }
    const id = await make({
      variants: [column('a', base), column('b', { ...base, overrides })],
      cases: [row('one', 'Tides?')],
    })

    const done = await run(id)

    expect(done).toMatchObject({ status: 'done', cells: { done: 2, failed: 0 } })
    const requestBodies = mockProvider.requests.map(({ body }) => JSON.stringify(body))
    expect(requestBodies.filter((body) => body.includes('Other Tides?'))).toHaveLength(1)
    expect((await client.runs.list({})).items).toEqual([])
  })

  test('evaluates finished cells with the current evaluators without rerunning them', async () => {
    const { client, make, run, mockProvider } = await start({
      script: [{ reply: 'The Moon pulls.' }],
    })
    const contains = (text: string) => ({
      key: 'moon',
      name: 'Moon',
      evaluator: {
        kind: 'contains' as const,
        path: 'answer',
        texts: [text],
        require: 'all' as const,
        ignoreCase: true,
      },
    })
    const id = await make({ evaluators: [contains('moon')] })
    const first = await run(id)

    const plan = { ...first.plan, evaluators: [contains('sun')] }
    const editedDetail = await client.comparisons.edit({ id, revision: first.revision, plan })

    const statuses = (grid: typeof first.grid) =>
      grid.map((cell) => cell.evaluations['moon']?.status)
    expect(new Set(statuses(first.grid))).toEqual(new Set(['passed']))
    expect(new Set(statuses(editedDetail.grid))).toEqual(new Set(['failed']))
    expect(mockProvider.requests).toHaveLength(4)
  })

  test('reuses results for an added variant and for the same variant in another comparison', async () => {
    const { client, make, run, mockProvider } = await start()
    const id = await make()
    const first = await run(id)
    const addedVariant = column('c', prompt('Tell: {{question}}'))
    const plan = { ...first.plan, variants: [...first.plan.variants, addedVariant] }
    await client.comparisons.edit({ id, revision: first.revision, plan })

    const second = await run(id)
    const copyDetail = await run(await make())

    expect(second.cells).toMatchObject({ total: 6, done: 6 })
    expect(mockProvider.requests).toHaveLength(6)
    expect(copyDetail.grid.every((cell) => cell.isReused)).toBe(true)
  })

  test('calls the provider on a rerun and shares the new result', async () => {
    const { make, run, mockProvider } = await start()
    const id = await make()
    await run(id)
    const reused = await run(await make())

    const rerun = await run(reused.id, { only: { variants: ['a'] }, rerun: true })

    expect(mockProvider.requests).toHaveLength(6)
    expect(rerun.grid.filter(({ variant }) => variant === 'a')).toMatchObject([
      { status: 'success', isReused: false },
      { status: 'success', isReused: false },
    ])
    const next = await run(await make())
    expect(mockProvider.requests).toHaveLength(6)
    const runs = ({ grid }: typeof next) =>
      grid.filter(({ variant }) => variant === 'a').map(({ runId }) => runId)
    expect(new Set(runs(next))).toEqual(new Set(runs(rerun)))
  })

  test('restores the results of a variant or case when its change is undone', async () => {
    const { client, make, run, mockProvider } = await start()
    const id = await make()
    const { plan, grid, ...first } = await run(id)
    const [a, b] = plan.variants
    const [one, two] = plan.cases
    if (!a || !b || !one || !two) throw new Error('the plan has lost something')
    let revision = first.revision
    const edit = async (fields: Partial<ComparisonPlan>) => {
      const editedDetail = await client.comparisons.edit({
        id,
        revision,
        plan: { ...plan, ...fields },
      })
      revision = editedDetail.revision
      return editedDetail.grid.map((cell) => `${cell.variant} ${cell.case}`).toSorted()
    }
    const changedVariant = column('b', prompt('Whisper: {{question}}'))

    expect(await edit({ variants: [a, changedVariant] })).toEqual(['a one', 'a two'])
    expect(await edit({ variants: [a] })).toEqual(['a one', 'a two'])
    expect(await edit({ variants: [a, changedVariant], cases: [one] })).toEqual(['a one'])
    await run(id)
    const other = { ...two, input: { question: 'Storms?' } }
    expect(await edit({ variants: [a, changedVariant], cases: [one, other] })).toEqual([
      'a one',
      'b one',
    ])
    expect(await edit({})).toEqual(['a one', 'a two', 'b one', 'b two'])

    const restoredDetail = await client.comparisons.get({ id })
    expect(new Set(restoredDetail.grid.map((cell) => cell.runId))).toEqual(
      new Set(grid.map((cell) => cell.runId)),
    )
    expect((await client.comparisons.list({})).items[0]?.cells).toMatchObject({ done: 4 })
    expect(mockProvider.requests).toHaveLength(5)
    const staleEdit = client.comparisons.edit({ id, revision: 2, name: 'Later' })
    await expect(staleEdit).rejects.toMatchObject({ code: 'CONFLICT', data: { revision } })
  })

  test('deletes a comparison at once and restores it unchanged', async () => {
    const { client, make, run } = await start()
    const { id, grid } = await run(await make())

    await client.comparisons.delete({ id })
    await purgeComparisons(db())
    const notFound = { code: 'NO_SUCH_COMPARISON' }
    await expect(client.comparisons.get({ id })).rejects.toMatchObject(notFound)
    await expect(client.comparisons.delete({ id })).rejects.toMatchObject(notFound)
    expect((await client.comparisons.list({})).items).toEqual([])

    const restoredDetail = await client.comparisons.restore({ id })
    expect(restoredDetail).toMatchObject({ status: 'done', grid })
    expect((await client.comparisons.list({})).items).toMatchObject([{ id }])
  })

  test('counts failed cells separately and retries them', async () => {
    const { make, run } = await start({
      script: [{ match: 'Winds', reply: { fault: '400' }, times: 1 }],
    })
    const id = await make({ variants: [column('a', prompt('Echo: {{question}}'))] })

    const first = await run(id)
    const second = await run(id)

    expect(first.cells).toMatchObject({ done: 2, failed: 1 })
    const failed = first.grid.find((cell) => cell.status === 'error')
    expect(failed).toMatchObject({ case: 'two', error: { code: 'BAD_REQUEST' } })
    expect(second.cells).toMatchObject({ done: 2, failed: 0 })
  })

  test('keeps finished cells when stopped and resumes the rest', async () => {
    const { client, make, ended } = await start({
      script: [{ match: 'Winds', reply: { fault: 'timeout' }, times: 1 }],
    })
    const id = await make({ concurrency: 1 })
    await client.comparisons.run({ id })
    await expect.poll(async () => (await client.comparisons.get({ id })).cells.done).toBe(2)

    const stopped = await client.comparisons.stop({ id })
    await client.comparisons.run({ id })
    const last = await ended(id)

    expect(stopped).toMatchObject({ status: 'stopped', stopReason: 'user', cells: { done: 2 } })
    expect(last).toMatchObject({ status: 'done', stopReason: null, cells: { done: 4 } })
  })

  test('starts no cell after the budget is used up', async () => {
    const { make, run, mockProvider } = await start()
    const id = await make({ concurrency: 1, budget: { tokens: 1 } })

    const done = await run(id)

    expect(done).toMatchObject({ status: 'stopped', stopReason: 'budget', cells: { done: 1 } })
    const usage = done.grid.flatMap((cell) => cell.usage ?? [])
    expect(done.spent?.tokens).toBe((usage[0]?.input ?? 0) + (usage[0]?.output ?? 0))
    expect(mockProvider.requests).toHaveLength(1)
  })

  test('ends a cell whose run waits for human input', async () => {
    const { client, make, run, agent } = await start()
    await agent(asking())
    const base = { type: 'agent' as const, agent: 'tides', version: 1, overrides: {} }
    const id = await make({ variants: [column('a', base)], cases: [row('one', 'Tides?')] })

    const done = await run(id)

    expect(done.grid).toMatchObject([{ status: 'error', error: { code: 'INVALID_INPUT' } }])
    expect(await client.runs.get({ id: done.grid[0]?.runId ?? '' })).toMatchObject({
      status: 'cancelled',
    })
  })

  test('rejects a plan that cannot run and names the field', async () => {
    const { client, make } = await start()
    const refused = async (fields: Partial<ComparisonPlan>) => {
      const id = await make(fields)
      const error: unknown = await client.comparisons.run({ id }).catch((thrown: unknown) => thrown)
      return error
    }
    const agent = { type: 'agent' as const, agent: 'nobody', version: 1, overrides: {} }

    expect(await refused({ variants: [] })).toMatchObject({
      code: 'PLAN_INVALID',
      data: { problems: [{ path: 'variants' }] },
    })
    expect(await refused({ variants: [column('a', agent)] })).toMatchObject({
      data: { problems: [{ path: 'variants.0.base.agent' }] },
    })
    const evaluator = { kind: 'code' as const, source: 'return (', gives: 'pass' as const }
    expect(await refused({ evaluators: [{ key: 'x', name: 'X', evaluator }] })).toMatchObject({
      data: { problems: [{ path: 'evaluators.0.evaluator' }] },
    })
    const other = { ...model, connection: 'nowhere' }
    const unknownModelVariant = column('a', { ...prompt('{{question}}'), model: other })
    expect(await refused({ variants: [unknownModelVariant] })).toMatchObject({
      data: { problems: [{ path: 'variants.0.base.nodes.prompt.model.connection' }] },
    })
  })
})
