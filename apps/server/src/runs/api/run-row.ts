import type { Run, RunDetail } from '@lathe/contract'
import type { Selectable } from 'kysely'
import type { Queries } from '../../platform/db/db.ts'
import { fromJson, fromJsonOrNull } from '../../platform/db/json.ts'
import type { RunsTable } from '../../platform/db/tables/runs.ts'

export type RunRow = Selectable<RunsTable>

/** Selects runs with their agent's name and slug, without payloads. */
export const selectRuns = (db: Queries, workspaceId: string) =>
  db
    .selectFrom('runs as r')
    .leftJoin('agents as a', 'a.id', 'r.agent_id')
    .where('r.workspace_id', '=', workspaceId)
    .select(['a.slug as agent_slug', 'a.name as agent_name'])
    .select([
      'r.id',
      'r.agent_id',
      'r.thread_id',
      'r.version',
      'r.graph_hash',
      'r.status',
      'r.attempt',
      'r.source',
      'r.only_node',
      'r.title',
      'r.error',
      'r.interrupts',
      'r.usage',
      'r.cost_nanos',
      'r.priced_nanos',
      'r.unpriced',
      'r.created_at',
      'r.started_at',
      'r.ended_at',
      'r.first_token_at',
    ])
    .select((eb) =>
      eb
        .case()
        .when('r.status', '=', 'pending')
        .then(
          eb
            .selectFrom('runs as p')
            .select(({ fn }) => fn.countAll<number>().as('count'))
            .where('p.status', '=', 'pending')
            .whereRef('p.id', '<', 'r.id'),
        )
        .end()
        .as('queue_position'),
    )

type RunListRow = Pick<
  RunRow,
  | 'id'
  | 'agent_id'
  | 'thread_id'
  | 'version'
  | 'graph_hash'
  | 'status'
  | 'attempt'
  | 'source'
  | 'only_node'
  | 'title'
  | 'error'
  | 'interrupts'
  | 'usage'
  | 'cost_nanos'
  | 'priced_nanos'
  | 'unpriced'
  | 'created_at'
  | 'started_at'
  | 'ended_at'
  | 'first_token_at'
> & { agent_slug: string | null; agent_name: string | null; queue_position: number | null }

export const toRun = (row: RunListRow): Run => ({
  id: row.id,
  agentId: row.agent_id,
  agentSlug: row.agent_slug ?? '',
  agentName: row.agent_name ?? '',
  threadId: row.thread_id,
  version: row.version,
  graphHash: row.graph_hash,
  status: row.status,
  attempt: row.attempt,
  source: row.source,
  only: row.only_node,
  title: row.title,
  error: fromJsonOrNull(row.error),
  interrupts: fromJson(row.interrupts),
  usage: fromJson(row.usage),
  cost: row.cost_nanos,
  pricedCost: row.priced_nanos,
  unpriced: row.unpriced,
  createdAt: row.created_at,
  startedAt: row.started_at,
  endedAt: row.ended_at,
  firstTokenAt: row.first_token_at,
  queuePosition: row.queue_position,
})

type RunDetailRow = RunListRow &
  Pick<RunRow, 'input' | 'output' | 'budget' | 'metadata' | 'options'>

export const toRunDetail = (row: RunDetailRow): RunDetail => ({
  ...toRun(row),
  input: fromJson(row.input),
  output: fromJsonOrNull(row.output),
  budget: fromJson(row.budget),
  metadata: fromJson(row.metadata),
  options: fromJsonOrNull(row.options) ?? {},
})
