import type { Replay, Run } from '@lathe/contract'

export type ForkRun = {
  run: Pick<Run, 'id' | 'title' | 'status' | 'version' | 'createdAt'>
  /** The run that left the checkpoint it started from; null where that is not known any more. */
  from: string | null
  /** Of that checkpoint. */
  superstep: number | null
}

export type Branch = { id: string; from: string; createdAt: number; depth: number } & (
  | { type: 'replay'; replay: Replay }
  | { type: 'fork'; fork: ForkRun }
)

/** What came of a run, the oldest first, and beneath each what came of that. */
export function branchesOf(
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
  const seen = new Set([runId])
  const under = (parent: string, depth: number): Branch[] =>
    (byParent.get(parent) ?? []).flatMap((branch) => {
      if (seen.has(branch.id)) return []
      seen.add(branch.id)
      return [{ ...branch, depth }, ...under(branch.id, depth + 1)]
    })
  return under(runId, 1)
}
