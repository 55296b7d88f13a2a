import type { Turn } from '@lathe/contract'
import { keepPreviousData, skipToken, useQuery } from '@tanstack/react-query'
import { api } from '../../../lib/api.ts'
import { useRunId, useThreadId } from '../use-workbench-search.ts'

const NONE: readonly Turn[] = []

/** The thread the address names, itself or through its run: the branch that leads to the run, and what else there is. */
export function useThread() {
  const threadParam = useThreadId()
  const runParam = useRunId()
  const isByRun = threadParam === undefined && runParam !== undefined
  const { data: paramRun } = useQuery(
    api.runs.get.queryOptions({ input: isByRun ? { id: runParam } : skipToken }),
  )
  // A node that ran alone did so on no thread.
  const threadId = threadParam ?? (paramRun?.only === null ? paramRun.threadId : undefined)
  const { data = NONE } = useQuery(
    api.threads.turns.queryOptions({
      input: threadId === undefined ? skipToken : { id: threadId },
      placeholderData: keepPreviousData,
    }),
  )
  const turns = data.filter(({ run }) => run.threadId === threadId)
  const newest = turns.at(-1)
  const runId = runParam ?? newest?.run.id
  // Where a run is not listed yet, it has just been started: it goes on from the newest or forks.
  const branch = branchTo(turns, runId) ?? branchTo(turns, newest?.run.id) ?? []
  return {
    threadId,
    runId,
    turns,
    earlier: branch.map(({ run }) => run).filter(({ id }) => id !== runId),
    /** Whether whatever goes on does so from here by itself. */
    isNewest: newest === undefined || runId === undefined || runId >= newest.run.id,
  }
}

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
export function listAlternatives(turns: readonly Turn[], runId: string): Turn[] {
  const turn = turns.find(({ run }) => run.id === runId)
  return turn ? turns.filter(({ parentId }) => parentId === turn.parentId) : []
}

/** Where a branch ends that goes through this turn: at each fork it takes the newest way. */
export function findLeaf(turns: readonly Turn[], runId: string): string {
  const next = turns.findLast(({ parentId }) => parentId === runId)
  return next ? findLeaf(turns, next.run.id) : runId
}
