import type { ComparisonPlan, GraphDocument } from '@lathe/contract'
import { startMockProvider } from '@lathe/mock-provider'
import { afterEach, expect, test } from 'vitest'
import { describeDatabases } from '../../testing/databases.ts'
import { answering } from '../../testing/runnable-documents.ts'
import { startRunningApp } from '../../testing/running-app.ts'
import { purgeComparisons } from '../api/comparisons.store.ts'

const answerDocument = (text: string): GraphDocument =>
  JSON.parse(
    JSON.stringify(answering())
      .replaceAll('"demo"', '"lane"')
      .replaceAll('{{question}}', `Echo: ${text} {{question}}`),
  )

const base = {
  type: 'agent' as const,
  agent: 'tides',
  version: 'published' as const,
  overrides: {},
}
const plan: ComparisonPlan = {
  variants: [{ key: 'a', name: 'A', base }],
  cases: Array.from({ length: 8 }, (_, at) => ({
    key: `c${at}`,
    name: '',
    input: { question: `bay ${at}?` },
    reference: null,
  })),
  evaluators: [
    {
      key: 'tides',
      name: 'Tides',
      evaluator: { kind: 'contains', texts: ['tides'], require: 'all', ignoreCase: true },
    },
  ],
  repeats: 1,
  concurrency: 8,
  budget: {},
  judgeBudget: {},
  reuse: true,
  sameRecording: false,
  batch: false,
}

describeDatabases('suites', (db) => {
  let stop = async () => {}
  afterEach(() => stop())

  async function start() {
    const mockProvider = await startMockProvider()
    const app = await startRunningApp(db())
    stop = async () => {
      await app.stop()
      await mockProvider.close()
    }
    const { client } = app
    const lane = { baseUrl: mockProvider.url, key: 'a-key-for-the-provider', allowPrivate: true }
    await client.models.createConnection({ name: 'lane', ...lane })
    await client.agents.create({ name: 'Tides', document: answerDocument('tides of') })
    await client.agents.saveVersion({ agent: 'tides', revision: 1, publish: true })
    await client.agents.saveDraft({
      agent: 'tides',
      revision: 1,
      document: answerDocument('nothing of'),
    })
    await client.agents.saveVersion({ agent: 'tides', revision: 2 })
    const save = async (
      fields: Partial<ComparisonPlan> = {},
      promoted?: { agent: string; version: number },
    ) => {
      const comparison = await client.comparisons.create({
        name: 'C',
        plan: { ...plan, ...fields },
      })
      const source = { comparison: comparison.id, variant: 'a', ...(promoted && { promoted }) }
      return client.suites.create({ name: 'Tides', ...source })
    }
    const run = async (id: string, version?: number, by?: string) => {
      const started = await client.suites.run({ id, version, by })
      await expect
        .poll(async () => (await client.comparisons.get({ id: started.id })).status)
        .toBe('done')
      const { history } = await client.suites.get({ id })
      return history.find((one) => one.id === started.id)
    }
    return { client, mockProvider, save, run }
  }

  test('compares versions with the saved baseline and pays for the baseline once', async () => {
    const { client, mockProvider, save, run } = await start()
    const { id, baselineVersion } = await save()

    const second = await run(id, 2)
    const first = await run(id)
    const rerun = await run(id, 2)

    expect(baselineVersion).toBe(1)
    expect(second).toMatchObject({ version: 2, verdict: { ruling: 'worse', isRegression: true } })
    expect(second?.verdict?.figures.passRate).toMatchObject({ rate: 0, cases: 8 })
    expect(second?.verdict?.baseline.passRate).toMatchObject({ rate: 1, cases: 8 })
    expect(first).toMatchObject({ version: 1, verdict: { ruling: 'equal', isRegression: false } })
    expect(rerun?.verdict?.isRegression).toBe(true)
    // Eight for the baseline and eight per run of a version.
    expect(mockProvider.requests).toHaveLength(32)
    const { history } = await client.suites.get({ id })
    expect(history.map(({ version }) => version)).toEqual([2, 1, 2])
    const comparisonNames = (await client.comparisons.list({})).items.map(({ name }) => name)
    expect(comparisonNames).toEqual(['C'])
  })

  test('records its runs in the environment `test`', async () => {
    const { client, save, run } = await start()
    const { id } = await save()

    await run(id, 2)

    const environments = async (environment?: string[]) => {
      const { items } = await client.traces.list({
        limit: 100,
        ...(environment && { environment }),
      })
      return new Set(items.map((trace) => trace.environment))
    }
    expect(await environments(['*'])).toEqual(new Set(['test']))
    expect(await environments()).toEqual(new Set())
  })

  test('compares a variant with overrides as such and names it accordingly', async () => {
    const { save, run } = await start()
    const messages = [{ role: 'user' as const, text: 'Echo: nothing of {{question}}' }]
    const changed = { ...base, overrides: { reply: { messages } } }

    const { id, plan: saved } = await save({ variants: [{ key: 'a', name: 'A', base: changed }] })

    expect(saved.variants).toMatchObject([
      { name: 'v1, changed (baseline)', base: { version: 1, overrides: changed.overrides } },
    ])
    expect((await run(id, 1))?.verdict?.ruling).toBe('better')
  })

  test('names the comparison it was saved from while that exists', async () => {
    const { client, save } = await start()
    const { id, from } = await save()
    const saved = (await client.comparisons.list({})).items[0]
    const listSources = async () => (await client.suites.list({})).map((suite) => suite.from)

    expect(from).toEqual({ id: saved?.id, name: 'C' })
    expect(await listSources()).toEqual([from])
    await client.comparisons.delete({ id: from?.id ?? '' })
    expect(await listSources()).toEqual([null])
    expect(await client.suites.get({ id })).toMatchObject({
      from: null,
      plan: { evaluators: plan.evaluators },
    })
    await client.comparisons.restore({ id: from?.id ?? '' })
    expect(await listSources()).toEqual([from])
  })

  test('runs the baseline again when comparing latency', async () => {
    const { client, mockProvider, save, run } = await start()
    const { id } = await save()
    await run(id, 2)

    const latencyRun = await run(id, 2, 'latency')

    expect(mockProvider.requests).toHaveLength(32)
    const { grid } = await client.comparisons.get({ id: latencyRun?.id ?? '' })
    expect(grid.filter(({ isReused }) => isReused)).toEqual([])
    const { variants } = await client.comparisons.verdict({
      id: latencyRun?.id ?? '',
      by: 'latency',
    })
    expect(variants[1]?.cases.every(({ change: movement }) => movement !== null)).toBe(true)
  })

  test('reports an evaluator regression and no latency verdict for runs at different times', async () => {
    const { client, save, run } = await start()
    const { id } = await save()
    await run(id, 2)

    const second = await run(id, 2)

    const { variants } = await client.comparisons.verdict({ id: second?.id ?? '', by: 'latency' })
    expect(variants[1]).toMatchObject({
      ruling: 'too-few',
      isRegression: true,
      reason: expect.stringMatching(/^By Tides: .* is worse/),
      sentence: expect.stringContaining('were timed at different times'),
    })
  })

  test('rejects a run for an unknown evaluator', async () => {
    const { client, mockProvider, save } = await start()
    const { id } = await save()

    await expect(client.suites.run({ id, by: 'evaluator:nope' })).rejects.toMatchObject({
      code: 'NO_METRIC',
      data: { metrics: ['evaluator:tides', 'latency', 'cost', 'tokens'] },
    })
    expect(mockProvider.requests).toEqual([])
  })

  test('changes its baseline and is deleted with its runs', async () => {
    const { client, save, run } = await start()
    const { id } = await save()
    await client.suites.edit({ id, name: 'Bays', baselineVersion: 2 })

    const first = await run(id, 1)
    const [comparisonNames] = await client.suites.list({})
    await client.suites.delete({ id })

    expect(first).toMatchObject({ baselineVersion: 2, verdict: { ruling: 'better' } })
    expect(comparisonNames).toMatchObject({ name: 'Bays', baselineVersion: 2, runs: 1, cases: 8 })
    expect(await client.suites.list({})).toEqual([])
    await expect(client.comparisons.get({ id: first?.id ?? '' })).rejects.toMatchObject({
      code: 'NO_SUCH_COMPARISON',
    })
    const restoredSuite = await client.suites.restore({ id })
    expect(restoredSuite.history.map((one) => one.id)).toEqual([first?.id])
    await client.suites.delete({ id })
    for (const table of ['suites', 'comparisons'] as const) {
      await db().updateTable(table).set({ deleted_at: 1 }).execute()
    }
    await purgeComparisons(db())
    await expect(client.suites.restore({ id })).rejects.toMatchObject({ code: 'NO_SUCH_SUITE' })
    expect(await db().selectFrom('comparison_cells').select('id').execute()).toEqual([])
  })

  test('rejects a comparison that no version could be compared with', async () => {
    const { client, save } = await start()
    const promptBase = {
      type: 'prompt' as const,
      messages: [{ role: 'user' as const, text: 'Hi' }],
      model: { connection: 'lane', name: 'demo-fast' },
    }
    const suiteError = (reason: string) => ({
      code: 'NOT_A_SUITE',
      data: { reason: expect.stringContaining(reason) },
    })

    await expect(save({ evaluators: [] })).rejects.toMatchObject(suiteError('no evaluator'))
    await expect(save({ cases: [] })).rejects.toMatchObject(suiteError('no cases'))
    const promptPlan = { variants: [{ key: 'a', name: 'A', base: promptBase }] }
    await expect(save(promptPlan)).rejects.toMatchObject(suiteError('Promote'))
    const { plan: promptSuitePlan } = await save(promptPlan, { agent: 'tides', version: 2 })
    expect(promptSuitePlan.variants).toMatchObject([{ base: { agent: 'tides', version: 2 } }])
    const draft = save({ variants: [{ key: 'a', name: 'A', base: { ...base, version: 'draft' } }] })
    await expect(draft).rejects.toMatchObject(suiteError('draft'))
    const { id } = await save()
    await expect(client.suites.run({ id, version: 9 })).rejects.toMatchObject({
      code: 'NO_SUCH_VERSION',
    })
    await expect(client.suites.edit({ id, name: 'New', baselineVersion: 9 })).rejects.toMatchObject(
      { code: 'NO_SUCH_VERSION' },
    )
    expect(await client.suites.get({ id })).toMatchObject({ name: 'Tides', history: [] })
  })

  test('lists the verdict of an ended comparison until it changes', async () => {
    const { client } = await start()
    const second = { key: 'b', name: 'B', base: { ...base, version: 2 } }
    const planWithTwo = { ...plan, variants: [...plan.variants, second] }
    const { id } = await client.comparisons.create({ name: 'C', plan: planWithTwo })
    const rulings = async () => (await client.comparisons.list({})).items[0]?.rulings
    const readVerdict = async () => (await client.comparisons.get({ id })).latestVerdict
    expect(await rulings()).toBeNull()

    await client.comparisons.run({ id })

    await expect.poll(rulings).toEqual([{ name: 'B', ruling: 'worse' }])
    expect((await readVerdict())?.variants).toMatchObject([{ variant: 'b', ruling: 'worse' }])
    const { revision } = await client.comparisons.get({ id })
    await client.comparisons.edit({ id, revision, plan: { ...planWithTwo, evaluators: [] } })
    expect(await rulings()).toBeNull()
    expect(await readVerdict()).toBeNull()
  })
})
