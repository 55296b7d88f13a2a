import type { Turn } from '@lathe/contract'

/** The turns that lead to a run, the run's own last; undefined when it is none of them. */
export function branchTo(turns: readonly Turn[], runId: string | undefined): Turn[] | undefined {
  const byId = new Map(turns.map((turn) => [turn.run.id, turn]))
  let turn = byId.get(runId ?? '')
  if (!turn) return undefined
  const branch: Turn[] = []
  while (turn) {
    branch.unshift(turn)
    turn = turn.parentId === null ? undefined : byId.get(turn.parentId)
  }
  return branch
}

/** The other ways the conversation went instead of this turn, itself among them, oldest first. */
export function alternativesOf(turns: readonly Turn[], runId: string): Turn[] {
  const own = turns.find(({ run }) => run.id === runId)
  return own ? turns.filter(({ parentId }) => parentId === own.parentId) : []
}

/** Where a branch ends that goes through this turn: at each fork it takes the newest way. */
export function leafOf(turns: readonly Turn[], runId: string): string {
  const next = turns.findLast(({ parentId }) => parentId === runId)
  return next ? leafOf(turns, next.run.id) : runId
}
