import { convertFormerError, renameFields, replaceField } from '@lathe/contract'
import { type QueryExecutorProvider, type RawBuilder, sql } from 'kysely'

type Rewrite = {
  table: string
  column: string
  /** Selects the rows that may contain a former name. */
  where: RawBuilder<unknown>
  convert: (value: unknown) => unknown
}

async function rewriteJson(
  db: QueryExecutorProvider,
  { table, column, where, convert }: Rewrite,
): Promise<void> {
  const [from, field] = [sql.table(table), sql.ref(column)]
  const { rows } = await sql<{ id: string; value: string }>`
    select id, ${field} as value from ${from} where ${where}
  `.execute(db)
  for (const { id, value } of rows) {
    const converted = JSON.stringify(convert(JSON.parse(value)))
    if (converted === value) continue
    await sql`update ${from} set ${field} = ${converted} where id = ${id} and ${where}`.execute(db)
  }
}

const mentions = (column: string, name: string) => sql`${sql.ref(column)} like ${`%"${name}"%`}`

const convertPlan = (plan: unknown) =>
  renameFields(plan, { checks: 'evaluators', sameTape: 'sameRecording' })

const convertMetricId = (id: unknown) =>
  typeof id === 'string' ? id.replace(/^check(?=s$|:)/, 'evaluator') : id

const mapList = (list: unknown, convert: (item: unknown) => unknown) =>
  Array.isArray(list) ? list.map(convert) : list

const convertVerdict = (verdict: unknown) =>
  replaceField(verdict, 'variants', (variants) =>
    mapList(variants, (variant) =>
      replaceField(renameFields(variant, { why: 'reason' }), 'evaluators', (evaluators) =>
        mapList(evaluators, (evaluator) => replaceField(evaluator, 'id', convertMetricId)),
      ),
    ),
  )

const convertResult = (result: unknown) =>
  replaceField(
    replaceField(renameFields(result, { tape: 'recording' }), 'recording', (use) =>
      renameFields(use, { withheld: 'suppressed' }),
    ),
    'error',
    convertFormerError,
  )

/** The previous cell contains its result as text. */
const convertFormerCell = (cell: unknown) =>
  replaceField(cell, 'result', (result) =>
    typeof result === 'string' ? JSON.stringify(convertResult(JSON.parse(result))) : result,
  )

const toRecording = (source: unknown) =>
  source === 'tape' ? 'recording' : source === 'only-tape' ? 'only-recording' : source

const convertPair = (pair: unknown) => renameFields(pair, { tape: 'recording' })

function convertReport(report: unknown): unknown {
  let converted = renameFields(report, { ledger: 'suppressedWrites' })
  for (const name of ['status', 'inputTokens', 'outputTokens', 'cost', 'callMs'])
    converted = replaceField(converted, name, convertPair)
  converted = replaceField(converted, 'error', convertFormerError)
  converted = replaceField(converted, 'calls', (calls) =>
    renameFields(calls, { withheld: 'suppressed' }),
  )
  converted = replaceField(converted, 'states', (states) =>
    mapList(states, (state) => replaceField(state, 'state', toRecording)),
  )
  return replaceField(converted, 'steps', (steps) =>
    mapList(steps, (step) =>
      replaceField(
        replaceField(convertPair(step), 'request', toRecording),
        'servedBy',
        toRecording,
      ),
    ),
  )
}

const convertRule = (rule: unknown) => renameFields(rule, { least: 'minCount' })

/** Replaces former names of the API in columns and stored JSON. Exchanges are converted when they are read. */
export async function contractNames(db: QueryExecutorProvider) {
  await sql`alter table runs rename column steering to options`.execute(db)
  await sql`alter table runs rename column callees to called_agents`.execute(db)
  await sql`update comparisons set stop_reason = 'user' where stop_reason = 'asked'`.execute(db)

  for (const table of ['comparisons', 'suites']) {
    const where = sql`${mentions('plan', 'checks')} or ${mentions('plan', 'sameTape')}`
    await rewriteJson(db, { table, column: 'plan', where: sql`(${where})`, convert: convertPlan })
  }
  const rewrites: Rewrite[] = [
    {
      table: 'comparisons',
      column: 'verdict',
      where: mentions('verdict', 'why'),
      convert: convertVerdict,
    },
    {
      table: 'comparison_cells',
      column: 'result',
      where: sql`(${mentions('result', 'tape')} or ${mentions('result', 'TAPE_MISS')})`,
      convert: convertResult,
    },
    {
      table: 'comparison_cells',
      column: 'former',
      where: sql`(former like '%tape%' or former like '%TAPE_MISS%')`,
      convert: convertFormerCell,
    },
    {
      table: 'replays',
      column: 'report',
      where: sql`report is not null`,
      convert: convertReport,
    },
    {
      table: 'runs',
      column: 'options',
      where: mentions('options', 'tape'),
      convert: convertPair,
    },
    {
      table: 'runs',
      column: 'metadata',
      where: sql`source = 'comparison' and ${mentions('metadata', 'tape')}`,
      convert: convertPair,
    },
    {
      table: 'runs',
      column: 'error',
      where: mentions('error', 'TAPE_MISS'),
      convert: convertFormerError,
    },
    {
      table: 'runs',
      column: 'interrupts',
      where: mentions('interrupts', 'isUnsettled'),
      convert: (list) =>
        mapList(list, (interrupt) => renameFields(interrupt, { isUnsettled: 'isUnconfirmed' })),
    },
    { table: 'alerts', column: 'rule', where: mentions('rule', 'least'), convert: convertRule },
    {
      table: 'alert_firings',
      column: 'rule',
      where: mentions('rule', 'least'),
      convert: convertRule,
    },
  ]
  for (const rewrite of rewrites) await rewriteJson(db, rewrite)
  await renameErrors(db)
}

/** The labels of errors name the traces, so that the spans of others are not read. */
async function renameErrors(db: QueryExecutorProvider) {
  const isMiss = sql`key = 'error' and value = 'TAPE_MISS'`
  const { rows } = await sql<{ workspace_id: string; trace_id: string }>`
    select workspace_id, trace_id from trace_labels where ${isMiss}
  `.execute(db)
  for (const { workspace_id: workspaceId, trace_id: id } of rows) {
    const isIn = (column: string) =>
      sql`workspace_id = ${workspaceId} and ${sql.ref(column)} = ${id} and ${mentions('error', 'TAPE_MISS')}`
    const error = { column: 'error', convert: convertFormerError }
    await rewriteJson(db, { table: 'traces', where: isIn('id'), ...error })
    await rewriteJson(db, { table: 'spans', where: isIn('trace_id'), ...error })
  }
  await sql`update trace_labels set value = 'RECORDING_MISS' where ${isMiss}`.execute(db)
}
