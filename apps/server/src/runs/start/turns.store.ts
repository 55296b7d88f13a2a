import type { Turn } from '@lathe/contract'
import type { Queries } from '../../platform/db/db.ts'
import { fromJson, fromJsonOrNull } from '../../platform/db/json.ts'
import { selectRuns, toRun } from '../api/run-row.ts'
import { type Link, placeTurns } from './turns.ts'

const MOST = 500

/** The newest runs of a thread, oldest first, each with its place among the branches. */
export async function listTurns(
  db: Queries,
  workspaceId: string,
  threadId: string,
): Promise<Turn[]> {
  const [rows, links] = await Promise.all([
    selectRuns(db, workspaceId)
      .select('r.steering')
      .where('r.thread_id', '=', threadId)
      .where('r.only_node', 'is', null)
      .where('r.source', '!=', 'replay')
      .orderBy('r.id', 'desc')
      .limit(MOST)
      .execute(),
    listLinks(db, workspaceId, threadId),
  ])
  const oldestFirst = rows.toReversed()
  const started = oldestFirst.map(({ id, steering }) => ({
    id,
    fork: fromJsonOrNull(steering)?.checkpoint?.id,
  }))
  const places = new Map(placeTurns(started, links).map((place) => [place.runId, place]))
  return oldestFirst.map((row) => {
    const { parentId = null, from = null, tip = null } = places.get(row.id) ?? {}
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
