import { keepPreviousData, skipToken, useQuery } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'
import { useRunId, useThreadId } from '../workbench/use-workbench-search.ts'
import { useWorkbench } from '../workbench/workbench-context.ts'

const SHOWN_RUNS = 20

/** The thread the address names, itself or through its run, and the runs on it, oldest first. */
export function useThread() {
  const { agentId } = useWorkbench()
  const threadParam = useThreadId()
  const runParam = useRunId()
  const isByRun = threadParam === undefined && runParam !== undefined
  const { data: named } = useQuery(
    api.runs.get.queryOptions({ input: isByRun ? { id: runParam } : skipToken }),
  )
  // A node that ran alone did so on no thread.
  const threadId = threadParam ?? (named?.only === null ? named.threadId : undefined)
  const { data: listed } = useQuery(
    api.runs.list.queryOptions({
      input: threadId === undefined ? skipToken : { agent: agentId, threadId, limit: SHOWN_RUNS },
      placeholderData: keepPreviousData,
    }),
  )
  const runs = threadId === undefined ? [] : (listed?.items ?? []).toReversed()
  const runId = runParam ?? runs.at(-1)?.id
  return {
    threadId,
    runId,
    earlier: runs.filter((run) => run.id !== runId && run.threadId === threadId),
    hasMore: listed?.hasMore ?? false,
  }
}
