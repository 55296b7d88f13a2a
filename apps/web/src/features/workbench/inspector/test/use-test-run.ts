import { type JsonObject, type PinnedOutput, type Span, isEnded } from '@lathe/contract'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useStore } from 'zustand'
import { api, client } from '../../../../lib/api/api.ts'
import { getCallsOption } from '../../called-agents.ts'
import { followRun, createRunStore } from '../../run/run-store.ts'
import { useWorkbench } from '../../workbench-context.ts'

/** Source of the answers: live calls, the recording of a past run, or the pinned output. */
export type TestMode = 'live' | 'recorded' | 'pinned'

type TestRequest = {
  input: JsonObject
  mode: TestMode
  pin: PinnedOutput | undefined
  /** The execution to replay. */
  visit: Span | undefined
}

/** Starts and follows test runs of one node. */
export function useTestRun(node: string) {
  const { agentId, autosave, runGraph } = useWorkbench()
  const queries = useQueryClient()
  const [store] = useState(createRunStore)
  const list = api.runs.list.queryOptions({ input: { agent: agentId, only: node, limit: 1 } })
  const { data: runs } = useQuery(list)
  const start = useMutation({
    mutationFn: async ({ input, mode, pin, visit }: TestRequest) => {
      await autosave.flush()
      return client.runs.start({
        agent: agentId,
        version: runGraph?.version ?? 'draft',
        ...(!runGraph && { calls: getCallsOption(agentId) }),
        input,
        only: node,
        source: 'user',
        ...(mode === 'pinned' && pin && { pinned: { [node]: pin } }),
        ...(mode === 'recorded' &&
          visit && { recording: { runId: visit.traceId, spanId: visit.id } }),
      })
    },
    onSuccess: () => void queries.invalidateQueries({ queryKey: list.queryKey }),
  })
  const cancel = useMutation(api.runs.cancel.mutationOptions())
  const runId = start.data?.id ?? runs?.items[0]?.id
  const status = useStore(store, ({ view }) => view.status)

  useEffect(() => {
    if (runId === undefined) return undefined
    const controller = new AbortController()
    store.open(runId)
    const open = async (after: number, signal: AbortSignal) =>
      client.runs.events({ id: runId, after }, { signal })
    void followRun(store, open, controller.signal).then(() => {
      if (!controller.signal.aborted) void queries.invalidateQueries({ queryKey: api.runs.key() })
    })
    return () => controller.abort()
  }, [store, runId, queries])

  return {
    runId,
    store,
    start: start.mutate,
    cancel: () => {
      if (runId !== undefined) cancel.mutate({ id: runId })
    },
    isStarting: start.isPending,
    isRunning: status !== null && status !== 'interrupted' && !isEnded(status),
    error: start.error,
  }
}
