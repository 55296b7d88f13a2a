import { toIso } from '@lathe/traces'
import { CompiledQuery } from 'kysely'
import { v7 } from 'uuid'
import { expect, test } from 'vitest'
import { createIngestBatch } from '../ingest/ingest-batch.ts'
import { createIngest } from '../ingest/ingest.ts'
import { describeDatabases } from '../../testing/databases.ts'
import { readRunOrThrow } from '../../testing/langsmith-runs.ts'
import { DEFAULT_WORKSPACE } from '../../platform/db/schema.ts'
import { createPartSerializer } from './serialized-part.ts'
import { findTrace } from '../query/read-traces.ts'
import { selectInterruptedNodes } from './waiting-graphs.ts'

const START = Date.UTC(2026, 10, 20, 12) * 1_000

/**
 * A graph of one node as LangGraph traces it: posted, then patched. The graph succeeds whatever the
 * node's outcome.
 */
function graphWhoseStep(
  error: string | undefined,
  ofRoot: object = { ls_integration: 'langgraph' },
  ofStep: object = { langgraph_node: 'ask', langgraph_step: 2 },
) {
  const [traceId, stepId] = [v7(), v7()]
  const run = (id: string, parent: string | null, metadata: object) => ({
    id,
    trace_id: traceId,
    name: 'run',
    run_type: 'chain',
    parent_run_id: parent,
    start_time: toIso(START),
    extra: { metadata: { ...metadata } },
  })
  const root = run(traceId, null, ofRoot)
  const step = run(stepId, traceId, ofStep)
  const end = { end_time: toIso(START + 1_000) }
  const parts = [root, step, { ...step, ...end, ...(error && { error }) }, { ...root, ...end }]
  const carry = createPartSerializer()
  return { traceId, parts: parts.map((one) => carry(readRunOrThrow(one))) }
}

describeDatabases('a traced graph', (db) => {
  async function statusOf(
    { traceId, parts }: ReturnType<typeof graphWhoseStep>,
    batches: number[][],
  ) {
    const ingest = createIngest({
      db: db(),
      prices: { of: async () => () => ({ total: 3, input: 1, output: 2, priceId: 'p' }) },
      queueBytes: 1_000_000,
    })
    for (const batch of batches)
      await ingest.store({
        ...createIngestBatch('langsmith'),
        parts: batch.flatMap((index) => parts[index] ?? []),
      })
    const found = await findTrace(db(), DEFAULT_WORKSPACE, traceId)
    const counted = await db()
      .selectFrom('rollups')
      .select('count')
      .where('status', '=', 'interrupted')
      .execute()
    const root = found?.spans.find(({ id }) => id === traceId)
    return {
      trace: found?.trace.status,
      root: root?.status,
      countedAsWaiting: counted.reduce((sum, { count }) => sum + count, 0),
    }
  }

  test.each([
    [[[0, 1, 2, 3]]],
    [[[0, 1], [2], [3]]],
    [[[0], [3], [1], [2]]],
    [[[3], [2]]],
    [[[2], [3], [2, 3]]],
  ])(
    'a traced graph is interrupted if one of its nodes is interrupted, sent as %j',
    async (batches) => {
      const sent = graphWhoseStep('GraphInterrupt: [{"value":"Send?"}]')

      expect(await statusOf(sent, batches)).toEqual({
        trace: 'interrupted',
        root: 'interrupted',
        countedAsWaiting: 1,
      })
    },
  )

  test('a traced graph that is interrupted is not found by `status:error`', async () => {
    await statusOf(graphWhoseStep('GraphInterrupt: []'), [[0, 1, 2, 3]])
    const failed = db().selectFrom('trace_labels').select('value').where('key', '=', 'error')
    expect(await failed.execute()).toEqual([])
  })

  test('a traced graph that succeeded stays successful, like the caller of an interrupted one', async () => {
    const apart = [[0, 1], [2], [3]]
    expect(await statusOf(graphWhoseStep(undefined), apart)).toMatchObject({ trace: 'success' })
    expect(await statusOf(graphWhoseStep('GraphInterrupt: []', {}), apart)).toMatchObject({
      trace: 'success',
    })
    const called = graphWhoseStep('GraphInterrupt: []', undefined, {})
    for (const batches of [apart, [[0, 1, 2, 3]]])
      expect(await statusOf(called, batches)).toMatchObject({ trace: 'success' })
    expect(await statusOf(graphWhoseStep('Error: no'), apart)).toMatchObject({ trace: 'success' })
  })
  test('reads interrupted nodes from an index of those alone', async ({ skip }) => {
    skip(db().engine !== 'sqlite', 'Postgres plans by what it has measured, and here is nothing')
    const asked = selectInterruptedNodes(db().portable, db(), DEFAULT_WORKSPACE, [
      v7(),
      v7(),
    ]).compile()
    const { rows } = await db().executeQuery<{ detail: string }>(
      CompiledQuery.raw(`explain query plan ${asked.sql}`, [...asked.parameters]),
    )

    expect(rows.map(({ detail }) => detail).join('\n')).toContain(
      'USING INDEX spans_waiting_idx (workspace_id=? AND trace_id=?)',
    )
  })
})
