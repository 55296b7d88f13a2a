import { type Replay, type Run, isEnded, type Trace } from '@lathe/contract'
import { queryOptions } from '@tanstack/react-query'
import { api, client } from '../../../lib/api/api.ts'

export type ForkRun = {
  run: Pick<Run, 'id' | 'title' | 'status' | 'version' | 'createdAt'>
  /** The run that saved the starting checkpoint. Null if unknown. */
  from: string | null
  /** The superstep of that checkpoint. */
  superstep: number | null
}

export type Branch = { id: string; from: string; createdAt: number; depth: number } & (
  | { type: 'replay'; replay: Replay }
  | { type: 'fork'; fork: ForkRun }
)

/** The replays and forks of a run as a flat tree, oldest first. */
export function listBranches(
  runId: string,
  { replays, forks }: { replays: readonly Replay[]; forks: readonly ForkRun[] },
): Branch[] {
  const all: Branch[] = [
    ...replays.map((replay) => {
      const { id, traceId: from, createdAt } = replay
      return { type: 'replay' as const, id, from, createdAt, depth: 0, replay }
    }),
    ...forks.flatMap((fork) => {
      const { run, from } = fork
      if (from === null) return []
      return [{ type: 'fork' as const, id: run.id, from, createdAt: run.createdAt, depth: 0, fork }]
    }),
  ]
  const byParent = Map.groupBy(
    all.toSorted((a, b) => a.createdAt - b.createdAt),
    ({ from }) => from,
  )
  const seenIds = new Set([runId])
  const listDescendants = (parent: string, depth: number): Branch[] =>
    (byParent.get(parent) ?? []).flatMap((branch) => {
      if (seenIds.has(branch.id)) return []
      seenIds.add(branch.id)
      return [{ ...branch, depth }, ...listDescendants(branch.id, depth + 1)]
    })
  return listDescendants(runId, 1)
}

const MAX_BRANCHES = 200
/** Maximum depth of replays of replays. */
const MAX_DEPTH = 8

export const forksQuery = (threadId: string | null) =>
  queryOptions({
    queryKey: [...api.runs.list.key(), 'forks', threadId],
    queryFn: () => listForks(threadId),
  })

/** Replays of a trace, of its forks, and of those replays. */
export const replaysQuery = (trace: Trace, forks: readonly ForkRun[]) =>
  queryOptions({
    queryKey: [...api.replays.list.key(), 'tree', trace.id, forks.length],
    queryFn: () => listReplays([trace.id, ...forks.map(({ run }) => run.id)]),
    refetchInterval: ({ state }) =>
      state.data?.some(({ status }) => !isEnded(status)) ? 1_000 : false,
  })

async function listReplays(roots: readonly string[]): Promise<Replay[]> {
  const replays: Replay[] = []
  let parents = [...roots]
  for (
    let level = 0;
    level < MAX_DEPTH && parents.length > 0 && replays.length < MAX_BRANCHES;
    level++
  ) {
    const { items } = await client.replays.list({ traceId: parents, limit: MAX_BRANCHES })
    replays.push(...items)
    parents = items.map(({ id }) => id)
  }
  return replays
}

/** Runs of the thread that resumed from an earlier checkpoint, with the run that saved it. */
async function listForks(threadId: string | null): Promise<ForkRun[]> {
  if (threadId === null) return []
  const [{ items: runs }, tree] = await Promise.all([
    client.runs.list({ threadId, limit: MAX_BRANCHES }),
    client.threads.tree({ id: threadId }).catch(() => ({ items: [] })),
  ])
  if (runs.length < 2) return []
  const checkpoints = new Map(tree.items.map((checkpoint) => [checkpoint.id, checkpoint]))
  const details = await Promise.all(runs.map(({ id }) => client.runs.get({ id })))
  return details.flatMap((run) => {
    const id = run.options.checkpoint?.id
    // Null means the start of the thread, which belongs to no run.
    if (id == null) return []
    const from = checkpoints.get(id)
    return [{ run, from: from?.runId ?? null, superstep: from?.superstep ?? null }]
  })
}
