import type { Turn } from '@lathe/contract'
import { keepPreviousData, skipToken, useQuery } from '@tanstack/react-query'
import { api } from '../../../lib/api/api.ts'
import { useRunId, useThreadId } from '../use-workbench-search.ts'

const NO_TURNS: readonly Turn[] = []

/**
 * Returns the thread in the address or of the run in the address, and the branch that leads to that
 * run.
 */
export function useThread() {
  const threadParam = useThreadId()
  const runParam = useRunId()
  const isOpenedByRun = threadParam === undefined && runParam !== undefined
  const { data: paramRun } = useQuery(
    api.runs.get.queryOptions({ input: isOpenedByRun ? { id: runParam } : skipToken }),
  )
  // A single-node run belongs to no thread.
  const threadId = threadParam ?? (paramRun?.only === null ? paramRun.threadId : undefined)
  const { data = NO_TURNS } = useQuery(
    api.threads.turns.queryOptions({
      input: threadId === undefined ? skipToken : { id: threadId },
      placeholderData: keepPreviousData,
    }),
  )
  const turns = data.filter(({ run }) => run.threadId === threadId)
  const newest = turns.at(-1)
  const runId = runParam ?? newest?.run.id
  // A run that is not listed yet was just started: it continues the newest turn or is a fork.
  const branch = branchTo(turns, runId) ?? branchTo(turns, newest?.run.id) ?? []
  return {
    threadId,
    runId,
    turns,
    earlier: branch.map(({ run }) => run).filter(({ id }) => id !== runId),
    /** Whether the next run continues from here by default. */
    isNewest: newest === undefined || runId === undefined || runId >= newest.run.id,
  }
}

/**
 * Returns the turns from the first one to the given run. Undefined for an unknown run.
 */
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

/** Returns the alternatives of a turn, itself included, oldest first. */
export function listAlternatives(turns: readonly Turn[], runId: string): Turn[] {
  const turn = turns.find(({ run }) => run.id === runId)
  return turn ? turns.filter(({ parentId }) => parentId === turn.parentId) : []
}

/** Returns the last run of a branch through this turn. At each fork it takes the newest turn. */
export function findLeaf(turns: readonly Turn[], runId: string): string {
  const next = turns.findLast(({ parentId }) => parentId === runId)
  return next ? findLeaf(turns, next.run.id) : runId
}
