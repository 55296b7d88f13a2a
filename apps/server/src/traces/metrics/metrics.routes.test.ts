import { v7 } from 'uuid'
import { expect, test } from 'vitest'
import { toJson, toJsonOrNull } from '../../platform/db/json.ts'
import { DEFAULT_WORKSPACE } from '../../platform/db/schema.ts'
import { appendSpans } from '../store/append-spans.ts'
import { HOUR } from './rollup-rows.ts'
import { insertAgent, makeRun, makeSpan, NOON } from '../store/span.fixture.ts'
import { describeDatabases } from '../../testing/databases.ts'
import { startLangsmithServer } from '../../testing/langsmith-harness.ts'
import { createTestApp } from '../../testing/test-app.ts'

const hour = Math.floor(NOON / HOUR) * HOUR
const range = { from: hour, to: hour + 2 * HOUR }

const iso = (micros: number) => new Date(micros / 1_000).toISOString()

describeDatabases('dashboards', (db) => {
  const send = async (project: string, traceId: string = v7()) => {
    const server = await startLangsmithServer(db())
    await server.sdk({ autoBatchTracing: false }).createRun({
      id: traceId,
      trace_id: traceId,
      dotted_order: `20261120T123000000000Z${traceId}`,
      name: 'theirs',
      run_type: 'chain',
      project_name: project,
      inputs: {},
      outputs: {},
      start_time: iso(NOON),
      end_time: iso(NOON + 2_000_000),
    })
    await server.close()
    return traceId
  }

  test('dashboards group programs by project', async () => {
    const { client } = createTestApp(db())
    await send('shop')
    await send('shop')
    await send('mail bot')

    const groups = await client.metrics.groups({ ...range, by: 'project', bucket: 'hour' })

    expect(groups).toMatchObject([
      { label: 'shop', total: { runs: 2 }, points: [{ runs: 2 }, { runs: 0 }] },
      { label: 'mail bot', total: { runs: 1 }, points: [{ runs: 1 }, { runs: 0 }] },
    ])
    const { total } = await client.metrics.series({ ...range, project: 'mail bot' })
    expect(total).toMatchObject({ runs: 1, latency: { p50: expect.closeTo(2_000, -2) } })
    expect(await client.metrics.perRun({ project: 'mail bot' })).toHaveLength(1)
    expect((await client.metrics.series({ ...range, project: 'nobody' })).total.runs).toBe(0)
  })

  test('dashboards group deleted projects by id', async () => {
    const server = await startLangsmithServer(db())
    const { client } = server
    for (const project of ['shop', 'mail bot']) {
      await send(project)
      await server.sdk().deleteProject({ projectName: project })
    }
    await server.close()

    const groups = await client.metrics.groups({ ...range, by: 'project' })

    expect(new Set(groups.map(({ label }) => label)).size).toBe(2)
    for (const { key, label } of groups) {
      expect(label).toBe(`deleted project ${key.slice(-8)}`)
      expect((await client.metrics.series({ ...range, project: key })).total.runs).toBe(1)
    }
  })

  test.each(['agent', 'version', 'project', 'model', 'tool', 'status'] as const)(
    'dashboards link each %s to the traces it counted',
    async (by) => {
      const { client } = createTestApp(db())
      const agentId = await insertAgent(db(), 'support')
      const runs = [makeRun(), makeRun(), makeRun({ status: 'error' })]
      for (const run of runs)
        await appendSpans(db(), DEFAULT_WORKSPACE, run.all, { agentId, version: 3 })
      await send('shop')
      await appendSpans(db(), DEFAULT_WORKSPACE, makeRun().all, { source: 'import' })

      for (const { label, filter, total } of await client.metrics.groups({ ...range, by })) {
        const { items } = await client.traces.list({ filter })
        expect([label, items.length]).toEqual([label, total.runs])
      }
    },
  )

  test.each(['before', 'after'])(
    'dashboards assign feedback that arrives %s its run, in the list and in charts',
    async (when) => {
      const { client } = createTestApp(db())
      const traceId = v7()
      const server = await startLangsmithServer(db())
      const say = () => server.sdk().createFeedback(traceId, 'thumbs', { score: 1 })

      if (when === 'before') await say()
      await send('shop', traceId)
      if (when === 'after') await say()
      await server.close()

      const { items } = await client.traces.list({ filter: 'feedback.thumbs:1' })
      expect(items.map(({ id }) => id)).toEqual([traceId])
      const said = await client.metrics.feedback(range)
      expect(said).toMatchObject([{ key: 'thumbs', count: 1, average: 1 }])
    },
  )

  test('dashboards chart feedback by its subject and link to its traces', async () => {
    const { client } = createTestApp(db())
    const run = makeSpan({ startedAt: NOON, endedAt: NOON + 1 })
    const later = makeSpan({ startedAt: NOON + HOUR, endedAt: NOON + HOUR + 1 })
    const agentId = await insertAgent(db(), 'support')
    await appendSpans(db(), DEFAULT_WORKSPACE, [run], { agentId })
    await appendSpans(db(), DEFAULT_WORKSPACE, [later], { agentId })
    const said = [
      { key: 'thumbs', score: true, of: run },
      { key: 'thumbs', score: false, of: run },
      { key: 'thumbs', score: 1, of: later },
      { key: 'note', score: null, of: run },
    ]
    await db()
      .insertInto('feedback')
      .values(
        said.map(({ key, score, of }) => ({
          workspace_id: DEFAULT_WORKSPACE,
          id: v7(),
          span_id: of.id,
          trace_id: of.traceId,
          project_id: null,
          key,
          score: toJsonOrNull(score),
          value: null,
          comment: null,
          correction: null,
          source: toJson({}),
          created_at: NOON + 48 * HOUR,
          modified_at: NOON + 48 * HOUR,
        })),
      )
      .execute()

    const series = await client.metrics.feedback({ ...range, agent: 'support' })

    expect(series).toEqual([
      {
        key: 'thumbs',
        count: 3,
        average: 2 / 3,
        points: [
          { at: hour, count: 2, average: 0.5 },
          { at: hour + HOUR, count: 1, average: 1 },
        ],
      },
      expect.objectContaining({ key: 'note', count: 1, average: null }),
    ])
    expect(await client.metrics.feedback({ ...range, project: 'nobody' })).toEqual([])
  })
})
