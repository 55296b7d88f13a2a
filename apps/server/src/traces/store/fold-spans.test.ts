import { expect, test } from 'vitest'
import { describeDatabases } from '../../testing/databases.ts'
import { DEFAULT_WORKSPACE as w } from '../../platform/db/schema.ts'
import { appendSpans } from './append-spans.ts'
import { metricsGroups } from '../metrics/metric-groups.ts'
import { metricsSeries } from '../metrics/metric-points.ts'
import { HOUR } from '../metrics/rollup-rows.ts'
import { makeRun, NOON } from './span.fixture.ts'

describeDatabases('the rollups', (db) => {
  const range = { from: NOON, to: NOON + HOUR }
  const told = async () => ({
    series: await metricsSeries(db(), w, range, 'hour'),
    models: await metricsGroups(db(), w, range, { by: 'model' }),
    status: await metricsGroups(db(), w, range, { by: 'status' }),
  })

  test('the rollups stay correct when calls arrive after their root or are corrected after their end', async () => {
    const { root, node, model, tool, all } = makeRun()
    await appendSpans(db(), w, all)
    const expected = await told()
    await db().deleteFrom('rollups').execute()
    const again = { traceId: 'cafe0000-0000-7000-8000-000000000000' }

    await appendSpans(db(), w, [{ ...root, ...again, status: 'error' }])
    const untold = { usage: null, cost: null, firstTokenAt: null, model: 'another' }
    await appendSpans(db(), w, [{ ...model, ...again, ...untold }])
    await appendSpans(
      db(),
      w,
      [root, node, model, tool].map((span) => ({ ...span, ...again })),
    )

    expect(await told()).toEqual(expected)
  })
})
