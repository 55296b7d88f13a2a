import { sql } from 'kysely'
import { v7 } from 'uuid'
import { expect, test } from 'vitest'
import { describeDatabases } from '../../../testing/databases.ts'
import { queueRun } from '../../../testing/run-factory.ts'
import { createTestApp } from '../../../testing/test-app.ts'
import { DEFAULT_WORKSPACE as w } from '../schema.ts'
import { contractNames } from './0100-contract-names.ts'

const miss = (names: { code: string; requested: string }) => ({
  code: names.code,
  message: 'The recording has no such call',
  retryable: false,
  details: { [names.requested]: { name: 'search' } },
})
const formerMiss = miss({ code: 'TAPE_MISS', requested: 'asked' })
const currentMiss = miss({ code: 'RECORDING_MISS', requested: 'requested' })

describeDatabases('migration to the names of the contract', (db) => {
  const set = (table: string, id: string, values: Record<string, unknown>) =>
    sql`update ${sql.table(table)} set ${sql.join(
      Object.entries(values).map(
        ([column, value]) =>
          sql`${sql.ref(column)} = ${typeof value === 'string' ? value : JSON.stringify(value)}`,
      ),
    )} where id = ${id}`.execute(db())

  /** Gives the columns of runs the names of earlier versions. */
  const restoreColumns = async () => {
    await sql`alter table runs rename column options to steering`.execute(db())
    await sql`alter table runs rename column called_agents to callees`.execute(db())
  }

  const columnOf = async (table: string, column: string, id: string): Promise<unknown> => {
    const { rows } = await sql<{ value: string }>`
      select ${sql.ref(column)} as value from ${sql.table(table)} where id = ${id}
    `.execute(db())
    return JSON.parse(rows[0]?.value ?? 'null')
  }

  test('renames the fields of comparisons and their results', async () => {
    const { client } = createTestApp(db())
    const evaluator = { kind: 'contains' as const, texts: ['moon'] }
    const evaluators = [{ key: 'moon', name: 'Moon', evaluator }]
    const plan = { variants: [], cases: [], evaluators, sameRecording: true }
    const created = await client.comparisons.create({ name: 'Tides', plan })
    const { evaluators: checks, sameRecording: sameTape, ...rest } = created.plan
    await set('comparisons', created.id, {
      plan: { ...rest, checks, sameTape },
      stop_reason: 'asked',
      verdict: { at: 0, variants: [{ why: 'Slower', evaluators: [{ id: 'check:moon' }] }] },
    })
    const cell = v7()
    const result = { output: { tape: 1 }, error: formerMiss, tape: { served: 1, withheld: 2 } }
    await db()
      .insertInto('comparison_cells')
      .values({
        id: cell,
        workspace_id: w,
        comparison_id: created.id,
        variant: 'a',
        case_key: 'one',
        repeat: 0,
        fingerprint: 'f',
        status: 'success',
        run_id: null,
        batch_id: null,
        is_reused: 0,
        is_anew: 0,
        result: JSON.stringify(result),
        former: JSON.stringify({ run_id: null, result: JSON.stringify(result) }),
      })
      .execute()
    await restoreColumns()

    await contractNames(db())

    const { plan: migrated, stopReason } = await client.comparisons.get({ id: created.id })
    expect(migrated).toEqual(created.plan)
    expect(stopReason).toBe('user')
    expect(await columnOf('comparisons', 'verdict', created.id)).toEqual({
      at: 0,
      variants: [{ reason: 'Slower', evaluators: [{ id: 'evaluator:moon' }] }],
    })
    const current = {
      output: { tape: 1 },
      error: currentMiss,
      recording: { served: 1, suppressed: 2 },
    }
    expect(await columnOf('comparison_cells', 'result', cell)).toEqual(current)
    const former = await columnOf('comparison_cells', 'former', cell)
    expect(former).toEqual({ run_id: null, result: JSON.stringify(current) })
  })

  test('renames the fields of runs and replay reports', async () => {
    const run = await queueRun(db())
    const node = { runId: run.id, spanId: v7() }
    await set('runs', run.id, {
      options: { only: 'a', tape: node },
      error: formerMiss,
      interrupts: [{ kind: 'approval', isUnsettled: true }],
    })
    const replay = v7()
    const report = {
      status: { tape: 'success', replay: 'error' },
      calls: { served: 1, withheld: 1 },
      output: 'same',
      error: formerMiss,
      steps: [{ tape: null, request: 'only-tape', servedBy: 'tape' }],
      states: [{ superstep: 1, state: 'only-tape' }],
      ledger: [{ args: { tape: 'tape' } }],
    }
    await db()
      .insertInto('replays')
      .values({
        id: replay,
        workspace_id: w,
        trace_id: v7(),
        settings: '{}',
        verdict: 'error',
        report: JSON.stringify(report),
        created_at: 0,
        batch_id: null,
      })
      .execute()
    await restoreColumns()

    await contractNames(db())

    expect(await columnOf('runs', 'options', run.id)).toEqual({ only: 'a', recording: node })
    expect(await columnOf('runs', 'error', run.id)).toEqual(currentMiss)
    expect(await columnOf('runs', 'interrupts', run.id)).toEqual([
      { kind: 'approval', isUnconfirmed: true },
    ])
    expect(await columnOf('replays', 'report', replay)).toEqual({
      status: { recording: 'success', replay: 'error' },
      calls: { served: 1, suppressed: 1 },
      output: 'same',
      error: currentMiss,
      steps: [{ recording: null, request: 'only-recording', servedBy: 'recording' }],
      states: [{ superstep: 1, state: 'only-recording' }],
      suppressedWrites: [{ args: { tape: 'tape' } }],
    })
  })

  test('renames the rule of an alert and the error of a trace', async () => {
    const { client } = createTestApp(db())
    const rule = { measure: 'count', comparison: 'above', threshold: 1, window: '1h' } as const
    const alert = await client.alerts.create({ name: 'Errors', ...rule, minCount: 3 })
    const { minCount, ...stored } = Object(await columnOf('alerts', 'rule', alert.id))
    await set('alerts', alert.id, { rule: { ...stored, least: minCount } })
    await restoreColumns()

    await contractNames(db())

    expect(await client.alerts.get({ id: alert.id })).toEqual(alert)
  })
})
