import { isEnded, type RunDetail } from '@lathe/contract'
import { skipToken, useQuery } from '@tanstack/react-query'
import { api } from '../../../lib/api.ts'
import { useTurn } from './run-context.ts'

/** The run that is looked at, when it stopped with something left to do. */
export function useContinuable(runId: string): RunDetail | undefined {
  const status = useTurn(({ view }) => view.status)
  const hasStopped = status !== null && status !== 'success' && isEnded(status)
  const { data: run } = useQuery(api.runs.get.queryOptions({ input: { id: runId } }))
  const { data: newest } = useQuery({
    ...api.threads.history.queryOptions({
      input: hasStopped && run ? { id: run.threadId, limit: 1 } : skipToken,
    }),
    // Each run of the thread leaves another one.
    gcTime: 0,
  })
  const checkpoint = newest?.items[0]
  if (!hasStopped || !run || !checkpoint || checkpoint.next.length === 0) return undefined
  // One that went on and failed at once has saved nothing of its own.
  const isOwn = checkpoint.runId === run.id || run.input === null
  return isOwn ? run : undefined
}
