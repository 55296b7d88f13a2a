import type { Run, Turn } from '@lathe/contract'
import type { Queries } from '../../platform/db/db.ts'
import { fromJson, fromJsonOrNull } from '../../platform/db/json.ts'
import { selectRuns, toRun } from '../api/run-row.ts'

const MAX_TURNS = 500

/** Returns the newest runs of a thread, oldest first, each with its position among the branches. */
export async function listTurns(
  db: Queries,
  workspaceId: string,
  threadId: string,
): Promise<Turn[]> {
  const [rows, links] = await Promise.all([
    selectRuns(db, workspaceId)
      .select('r.options')
      .where('r.thread_id', '=', threadId)
      .where('r.only_node', 'is', null)
      .where('r.source', '!=', 'replay')
      .orderBy('r.id', 'desc')
      .limit(MAX_TURNS)
      .execute(),
    listLinks(db, workspaceId, threadId),
  ])
  const oldestFirst = rows.toReversed()
  const started = oldestFirst.map(({ id, options }) => ({
    id,
    fork: fromJsonOrNull(options)?.checkpoint?.id,
  }))
  const placeRuns = new Map(placeTurns(started, links).map((place) => [place.runId, place]))
  return oldestFirst.map((row) => {
    const { parentId = null, from = null, tip = null } = placeRuns.get(row.id) ?? {}
    return { run: toRun(row), parentId, from, tip }
  })
}

async function listLinks(db: Queries, workspaceId: string, threadId: string): Promise<Link[]> {
  const rows = await db
    .selectFrom('checkpoints')
    .select(['checkpoint_id', 'parent_checkpoint_id', 'metadata'])
    .where('workspace_id', '=', workspaceId)
    .where('thread_id', '=', threadId)
    .where('checkpoint_ns', '=', '')
    .orderBy('checkpoint_id')
    .execute()
  return rows.map(({ checkpoint_id: id, parent_checkpoint_id: parentId, metadata }) => {
    const { run_id: runId, source } = fromJson(metadata)
    return {
      id,
      parentId,
      runId: typeof runId === 'string' ? runId : null,
      source: typeof source === 'string' ? source : '',
    }
  })
}

/** A checkpoint's position in the thread, without its values. */
type Link = {
  id: string
  parentId: string | null
  /** The run that saved it. Null for the copy a fork starts from. */
  runId: string | null
  source: string
}

type Placed = {
  runId: string
  parentId: string | null
  from: string | null
  tip: string | null
}

type Started = Pick<Run, 'id'> & {
  /** The checkpoint to fork, or null for the start of the thread. */
  fork: string | null | undefined
}

/**
 * Computes the position of each run among the branches of a thread. Runs and checkpoints are in
 * order of creation. A run without checkpoints is placed where it will start.
 */
export function placeTurns(runs: readonly Started[], links: readonly Link[]): Placed[] {
  const byId = new Map(links.map((link) => [link.id, link]))
  const linksByRun = Map.groupBy(links, ({ runId }) => runId)
  const placed = new Map<string, Placed>()
  let previousCheckpointId: string | null = null

  for (const { id, fork } of runs) {
    const ownLinks = linksByRun.get(id) ?? []
    const [first] = ownLinks
    const planned: string | null = fork === undefined ? previousCheckpointId : fork
    const from: string | null = first ? findOrigin(byId, first.parentId) : planned
    const owner = from === null ? undefined : placed.get(byId.get(from)?.runId ?? '')
    const isInside = owner !== undefined && owner.tip !== from
    const parentId = isInside ? owner.parentId : (owner?.runId ?? null)
    previousCheckpointId = ownLinks.at(-1)?.id ?? from
    placed.set(id, { runId: id, parentId, from, tip: previousCheckpointId })
  }
  return [...placed.values()]
}

/** A fork starts from a copy of a checkpoint; returns the original. */
function findOrigin(byId: ReadonlyMap<string, Link>, id: string | null): string | null {
  let link = id === null ? undefined : byId.get(id)
  while (link && link.runId === null && link.source === 'fork') {
    link = link.parentId === null ? undefined : byId.get(link.parentId)
  }
  return link?.id ?? null
}
