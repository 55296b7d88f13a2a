import { BATCH, type GraphDocument, type Limits, REPLAY } from '@lathe/contract'
import type { RunRequest, RunStart, Totals } from '@lathe/engine'
import { LRUCache } from 'lru-cache'
import type { Queries } from '../../platform/db/db.ts'
import { fromJson, fromJsonOrNull } from '../../platform/db/json.ts'
import { readGraph } from '../../agents/read-graph.ts'
import { withDocuments } from '../../agents/resolve-agent-calls.ts'
import type { RunRow } from '../api/run-row.ts'
import type { NewRun } from '../start/start-run.store.ts'
import { findReplayPlan } from './replay-plan.ts'
import { EVENT_BLOCK } from './run-log.ts'

/** A stale name is harmless for a moment. Empty if the agent does not exist. */
const names = new LRUCache<string, string>({ max: 500, ttl: 5_000 })

/** State that the caller has already read. */
export type KnownRun = {
  newRun?: Pick<NewRun, 'graph' | 'calledAgents' | 'callQueue'> | undefined
  /** The thread has no checkpoints. */
  isNewThread: boolean
}

/** Builds the engine's request for a claimed run. */
export async function toRunRequest(
  db: Queries,
  row: RunRow,
  limits: Limits,
  { newRun, isNewThread }: KnownRun = { isNewThread: row.thread_id === row.id },
): Promise<RunRequest> {
  const readDocument = (hash: string) => readGraph(db, row.workspace_id, hash)
  const [document, calledAgents, name, replay] = await Promise.all([
    newRun?.graph.document ?? readDocument(row.graph_hash),
    newRun?.calledAgents ?? withDocuments(fromJson(row.called_agents), readDocument),
    agentName(db, row),
    findReplayPlan(db, row),
  ])
  const budget = fromJson(row.budget)
  return {
    workspaceId: row.workspace_id,
    runId: row.id,
    threadId: row.thread_id,
    isNewThread,
    document,
    hash: row.graph_hash,
    calledAgents,
    name,
    // Checked against the graph's input channels at the start. Null for a continuation.
    input: fromJson(row.input) as RunRequest['input'],
    start: toStart(row),
    runOptions: fromJsonOrNull(row.options) ?? {},
    attempt: row.attempt,
    seed: row.seed,
    budget: {
      ...budget,
      steps: budget.steps ?? stepLimit(document, limits),
      wallClockMs: budget.wallClockMs ?? limits.runTimeoutMs,
    },
    startedAt: row.started_at ?? row.created_at,
    firstTokenAt: row.first_token_at,
    totals: toTotals(row),
    metadata: {
      ...fromJson(row.metadata),
      title: row.title,
      agentId: row.agent_id,
      version: row.version,
      threadId: row.thread_id,
      graphHash: row.graph_hash,
    },
    tags: toTags(row, replay),
    ...(replay && { replay }),
    ...(newRun?.callQueue && { line: newRun.callQueue }),
  }
}

/** Returns the run's usage so far. */
export const toTotals = (row: RunRow): Totals => ({
  usage: fromJson(row.usage),
  costNanos: row.cost_nanos,
  pricedNanos: row.priced_nanos,
  unpriced: row.unpriced,
})

/** More than a graph without loops can need, so only loops reach the limit. */
const STEPS_BESIDE_NODES = 10

const stepLimit = ({ nodes }: GraphDocument, limits: Pick<Limits, 'runSteps'>): number =>
  Math.max(limits.runSteps, Object.keys(nodes).length + STEPS_BESIDE_NODES)

/** Only a run's first claim starts from its input; all others continue from a checkpoint. */
function toStart(row: RunRow): RunStart {
  const answers = fromJsonOrNull(row.answers)
  if (answers) return { type: 'answers', answers }
  return hasBegun(row) ? { type: 'continue' } : { type: 'input' }
}

/** The first claim reserves the first sequence numbers. */
const hasBegun = ({ attempt, seq_reserved: reserved }: RunRow): boolean =>
  attempt > 1 || reserved > EVENT_BLOCK

async function agentName(db: Queries, row: RunRow): Promise<string> {
  const name = names.get(row.agent_id) ?? (await readName(db, row.agent_id))
  return name === '' ? nameWithoutAgent(row) : name
}

async function readName(db: Queries, agentId: string): Promise<string> {
  const agent = await db
    .selectFrom('agents')
    .select('name')
    .where('id', '=', agentId)
    .executeTakeFirst()
  const name = agent?.name ?? ''
  names.set(agentId, name)
  return name
}

/** The name of a bare prompt or judge that a comparison runs. */
function nameWithoutAgent(row: RunRow): string {
  const { name } = fromJson(row.metadata)
  return typeof name === 'string' && name !== '' ? name : 'agent'
}

const toTags = ({ source }: RunRow, replay: RunRequest['replay']): string[] => {
  const sourceTags = source === 'comparison' || source === 'judge' ? [source] : []
  if (replay?.isBatch) return [...sourceTags, BATCH]
  return replay || source === 'replay' ? [...sourceTags, REPLAY] : sourceTags
}
