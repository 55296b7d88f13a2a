import { evaluate } from 'langsmith/evaluation'
import { expect, test } from 'vitest'
import { describeDatabases } from '../../testing/databases.ts'
import { evaluateOutsideOfGit, useLangsmithServer } from '../../testing/langsmith-harness.ts'
import { purgeProjects } from '../../traces/ingest/deleted-projects.store.ts'
import { now } from '../../platform/time.ts'

const DAY = 24 * 3_600_000_000

evaluateOutsideOfGit()

describeDatabases('experiments', (db) => {
  const start = useLangsmithServer(db)

  const evaluated = async () => {
    const server = await start()
    const sdk = server.sdk({ autoBatchTracing: true })
    const { id } = await sdk.createDataset('Sums')
    await sdk.createExamples([{ dataset_id: id, inputs: { n: 1 }, outputs: { a: 2 } }])
    const attempt = async (experimentPrefix: string) => {
      await evaluate(({ n }: { n: number }) => ({ a: n * 2 }), {
        data: 'Sums',
        client: sdk,
        experimentPrefix,
        evaluators: [() => ({ key: 'exact', score: 1 })],
        summaryEvaluators: [() => ({ key: 'f1', score: 0.5 })],
      })
    }
    await attempt('one')
    await attempt('two')
    await sdk.awaitPendingTraceBatches()
    const [two, one] = await server.client.experiments.list({})
    if (!one || !two) throw new Error('There are no experiments')
    return { ...server, sdk, one, two }
  }

  test('restores a deleted experiment with its traces', async () => {
    const { client, one, two } = await evaluated()

    await client.experiments.delete({ id: one.id })

    expect(await client.experiments.list({})).toEqual([two])
    expect(await client.datasets.get({ dataset: 'Sums' })).toMatchObject({ experiments: 1 })
    const { items } = await client.traces.list({ environment: ['*'] })
    const projects = items.map(({ project }) => project)
    expect(projects.filter((name) => name !== 'evaluators')).toEqual([two.name, null])
    const orphans = await client.traces.list({
      environment: ['*'],
      filter: `project:${one.id}`,
    })
    expect(orphans.items).toHaveLength(1)
    const range = { from: 0, to: now() + DAY }
    const groups = await client.metrics.groups({
      ...range,
      by: 'project',
      environment: ['*'],
    })
    const label = `deleted project ${one.id.slice(-8)}`
    expect(groups.find((group) => group.key === one.id)).toMatchObject({ label })
    const { facets } = await client.traces.facets({ environment: ['*'] })
    const projectFacet = facets.find(({ key }) => key === 'project')?.values ?? []
    expect(projectFacet).toContainEqual({ value: one.id, label, count: 1 })
    expect(projectFacet).toContainEqual({ value: two.name, count: 1 })
    const side = await client.experiments.results({ ids: [one.id, two.id] })
    expect(side).toMatchObject({ experiments: [two], missing: [one.id] })
    await expect(client.experiments.results({ ids: [one.id] })).rejects.toThrow('No such')
    await expect(client.experiments.delete({ id: one.id })).rejects.toThrow('No such')

    expect(await client.experiments.restore({ id: one.id })).toEqual(one)
    expect(await client.experiments.list({})).toEqual([two, one])
  })

  test('experiments can be restored for a day after the official client deletes them', async () => {
    const { client, sdk, one, two } = await evaluated()

    await sdk.deleteProject({ projectName: one.name })
    await purgeProjects(db())
    expect(await client.experiments.restore({ id: one.id })).toEqual(one)

    await sdk.deleteProject({ projectName: two.name })
    await db()
      .updateTable('deleted_projects')
      .set({ deleted_at: now() - DAY - 1 })
      .execute()
    await purgeProjects(db())
    await expect(client.experiments.restore({ id: two.id })).rejects.toThrow('No such')
    const said = await db().selectFrom('feedback').select(['key', 'project_id']).execute()
    expect(said.filter(({ key }) => key === 'f1')).toEqual([{ key: 'f1', project_id: one.id }])
    expect(said.filter(({ key }) => key === 'exact')).toHaveLength(2)
  })

  test('restores only experiments, not other projects', async () => {
    const server = await start()
    const sdk = server.sdk()
    const { id } = await sdk.createProject({ projectName: 'shop' })
    await sdk.deleteProject({ projectName: 'shop' })

    await expect(server.client.experiments.restore({ id })).rejects.toThrow('No such')
    expect(await sdk.hasProject({ projectName: 'shop' })).toBe(false)
  })

  test('rejects restoring an experiment whose id is in use', async () => {
    const { client, post, one } = await evaluated()
    await client.experiments.delete({ id: one.id })
    await post('/sessions', { id: one.id, name: 'another' })

    await expect(client.experiments.restore({ id: one.id })).rejects.toThrow('has this name')
  })

  test('renames and describes experiments with unique names', async () => {
    const { client, post, sdk, one, two } = await evaluated()
    const described = await post(`/sessions/${two.id}`, { description: 'by a program' }, 'PATCH')
    expect(await described.json()).toMatchObject({ name: two.name, description: 'by a program' })

    const edited = { name: 'first try', description: 'with no hint' }
    await Promise.all([
      client.experiments.edit({ id: one.id, name: edited.name }),
      client.experiments.edit({ id: one.id, description: edited.description }),
    ])
    expect(await client.experiments.edit({ id: one.id })).toEqual({ ...one, ...edited })
    await expect(client.experiments.edit({ id: two.id, name: 'first try' })).rejects.toThrow(
      'Another experiment or project has this name',
    )
    await expect(sdk.updateProject(two.id, { name: 'first try' })).rejects.toThrow('409')

    await client.experiments.delete({ id: one.id })
    await client.experiments.edit({ id: two.id, name: 'first try' })
    await expect(client.experiments.restore({ id: one.id })).rejects.toThrow('has this name')
    await client.experiments.edit({ id: two.id, name: 'second try' })
    expect(await client.experiments.restore({ id: one.id })).toMatchObject(edited)
  })

  test('deletes an experiment once for concurrent requests', async () => {
    const { client, one } = await evaluated()

    const asked = [1, 2, 3, 4].map(() => client.experiments.delete({ id: one.id }))
    const outcomes = await Promise.allSettled(asked)

    const refused = outcomes.filter(({ status }) => status === 'rejected')
    for (const outcome of refused)
      expect(outcome).toMatchObject({ reason: { code: 'NO_SUCH_EXPERIMENT' } })
    expect(await client.experiments.restore({ id: one.id })).toEqual(one)
  })

  test('restores an experiment with traces that arrived later', async () => {
    const { client, post, one } = await evaluated()
    const ran = { name: 'late', run_type: 'chain', inputs: {}, outputs: {}, start_time: 1 }

    await client.experiments.delete({ id: one.id })
    const byName = { ...ran, id: crypto.randomUUID(), session_name: one.name }
    const byId = { ...ran, id: crypto.randomUUID(), session_id: one.id }
    for (const run of [byName, byId]) expect((await post('/runs', run)).ok).toBe(true)

    expect(await client.experiments.restore({ id: one.id })).toMatchObject({ traces: 3 })
  })

  test('experiments keep their feedback until they are purged', async () => {
    const { client, sdk, one } = await evaluated()
    const said = async () => (await client.experiments.list({})).find(({ id }) => id === one.id)
    await db()
      .insertInto('deleted_projects')
      .values({
        workspace_id: 'other',
        id: one.id,
        name: one.name,
        extra: '{}',
        reference_dataset_id: one.dataset.id,
        created_at: 1,
        deleted_at: 1,
      })
      .execute()
    await sdk.deleteProject({ projectName: one.name })

    await purgeProjects(db())

    await client.experiments.restore({ id: one.id })
    expect(await said()).toEqual(one)
  })
})
