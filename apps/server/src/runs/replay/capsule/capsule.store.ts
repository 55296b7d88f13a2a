import type { CapsuleContent, GraphDocument } from '@lathe/contract'
import { hashDocument } from '@lathe/graph'
import { addSpending, noSpending, callSpending, unknownCalls } from '@lathe/traces'
import type { Batch } from '../../../platform/db/atomic.ts'
import type { Queries } from '../../../platform/db/db.ts'
import { fromJson, fromJsonOrNull, toJson, toJsonOrNull } from '../../../platform/db/json.ts'
import { toStoredCalledAgents } from '../../../agents/resolve-agent-calls.ts'
import { now } from '../../../platform/time.ts'

/** Finds the run with everything a capsule contains besides the recording. */
export async function findCapsuleRun(db: Queries, workspaceId: string, id: string) {
  const row = await db
    .selectFrom('runs as r')
    .innerJoin('agents as a', 'a.id', 'r.agent_id')
    .select(['a.slug', 'a.name', 'r.output', 'r.error', 'r.usage', 'r.cost_nanos'])
    .select(['r.created_at', 'r.started_at', 'r.ended_at', 'r.first_token_at'])
    .where('r.workspace_id', '=', workspaceId)
    .where('r.id', '=', id)
    .executeTakeFirst()
  if (!row) return undefined
  return {
    agent: { slug: row.slug, name: row.name },
    run: {
      output: fromJsonOrNull(row.output),
      error: fromJsonOrNull(row.error),
      usage: fromJson(row.usage),
      cost: row.cost_nanos,
      createdAt: row.created_at,
      startedAt: row.started_at,
      endedAt: row.ended_at,
      firstTokenAt: row.first_token_at,
    },
  }
}

/** Rows that a capsule's run already has. `isForeign`: its id belongs to a trace that another program sent. */
export async function findStored(db: Queries, workspaceId: string, id: string) {
  // The run first: an import commits run and trace together, so a run without a trace is a deleted trace.
  const run = await db
    .selectFrom('runs as r')
    .innerJoin('agents as a', 'a.id', 'r.agent_id')
    .select(['a.id', 'a.slug', 'r.version', 'r.thread_id as threadId'])
    .where('r.workspace_id', '=', workspaceId)
    .where('r.id', '=', id)
    .executeTakeFirst()
  const [trace, events] = await Promise.all([
    db
      .selectFrom('traces')
      .select('source')
      .where('workspace_id', '=', workspaceId)
      .where('id', '=', id)
      .executeTakeFirst(),
    db.selectFrom('run_events').select('run_id').where('run_id', '=', id).limit(1).execute(),
  ])
  return {
    run,
    hasTrace: trace !== undefined,
    hasEvents: events.length > 0,
    isForeign: trace !== undefined && trace.source !== null,
  }
}

/** Finds the agent with this slug that has the graph as a version. */
export const findHolder = (
  db: Queries,
  workspaceId: string,
  slug: string,
  hash: string,
): Promise<Holder | undefined> =>
  db
    .selectFrom('agents as a')
    .innerJoin('agent_versions as v', 'v.agent_id', 'a.id')
    .select(['a.id', 'a.slug', 'v.number as version'])
    .where('a.workspace_id', '=', workspaceId)
    .where('a.slug', '=', slug)
    .where('a.deleted_at', 'is', null)
    .where('v.hash', '=', hash)
    .orderBy('v.number', 'desc')
    .limit(1)
    .executeTakeFirst()

export type Holder = { id: string; slug: string; version: number | null }

/** Inserts the run on a hidden thread: its conversation stays on the original server. */
export function runBatch(
  db: Queries,
  workspaceId: string,
  holder: Holder,
  { run, graph, calledAgents, events, spans }: CapsuleContent,
): Batch {
  const spending = spans.map(callSpending).reduce(addSpending, noSpending)
  const documents = [graph, ...Object.values(calledAgents).map(({ document }) => document)]
  return [
    db.insertInto('runs').values({
      id: run.id,
      workspace_id: workspaceId,
      agent_id: holder.id,
      thread_id: run.id,
      version: holder.version,
      graph_hash: hashDocument(graph),
      called_agents: toJson(toStoredCalledAgents(calledAgents)),
      status: run.status,
      attempt: 1,
      source: 'api',
      title: run.title,
      error: toJsonOrNull(run.error),
      interrupts: toJson([]),
      usage: toJson(run.usage),
      cost_nanos: run.cost,
      priced_nanos: spending.pricedCost,
      unpriced: unknownCalls(spending),
      created_at: run.createdAt,
      started_at: run.startedAt,
      ended_at: run.endedAt,
      first_token_at: run.firstTokenAt,
      lease_owner: null,
      lease_until: null,
      seq_reserved: events.at(-1)?.seq ?? 0,
      deadline_at: null,
      seed: run.seed,
      answers: null,
      budget: toJson(run.budget),
      metadata: toJson({ imported: 'capsule' }),
      options: Object.keys(run.options).length > 0 ? toJson(run.options) : null,
      only_node: run.options.only ?? null,
      input: toJson(run.input),
      output: toJsonOrNull(run.output),
      waits: 0,
    }),
    ...documents.map((document) => insertGraph(db, workspaceId, document)),
  ]
}

const insertGraph = (db: Queries, workspaceId: string, document: GraphDocument) =>
  db
    .insertInto('graphs')
    .values({
      workspace_id: workspaceId,
      hash: hashDocument(document),
      created_at: now(),
      document: toJson(document),
    })
    .onConflict((conflict) => conflict.doNothing())
