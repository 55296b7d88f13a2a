import type { Turn } from '@lathe/contract'
import { keepPreviousData, skipToken, useQuery } from '@tanstack/react-query'
import { api } from '../../../lib/api.ts'
import { useRunId, useThreadId } from '../use-workbench-search.ts'
import { branchTo } from './branches.ts'

const NONE: readonly Turn[] = []

/** The thread the address names, itself or through its run: the branch that leads to the run, and what else there is. */
export function useThread() {
  const threadParam = useThreadId()
  const runParam = useRunId()
  const isByRun = threadParam === undefined && runParam !== undefined
  const { data: named } = useQuery(
    api.runs.get.queryOptions({ input: isByRun ? { id: runParam } : skipToken }),
  )
  // A node that ran alone did so on no thread.
  const threadId = threadParam ?? (named?.only === null ? named.threadId : undefined)
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
