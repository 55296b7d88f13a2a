import { skipToken, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { GraphDocument } from '@lathe/contract'
import { api } from '../../../lib/api.ts'
import { useRunId } from '../use-workbench-search.ts'
import { useWorkbench } from '../workbench-context.ts'

export type AsRan = {
  runId: string
  /** Null when it was the draft of its time. */
  version: number | null
  document: GraphDocument | undefined
  isShown: boolean
  show: () => void
  leave: () => void
}

/**
 * The graph the run of the address executed, where that is not the draft: a version's is shown at once, an
 * earlier draft's when asked for. Judged when the run is opened: editing on does not take the draft away.
 */
export function useAsRan(): AsRan | undefined {
  const { agentId, saving } = useWorkbench()
  const runId = useRunId()
  const { data: run } = useQuery(
    api.runs.get.queryOptions({ input: runId === undefined ? skipToken : { id: runId } }),
  )
  const [opened, setOpened] = useState<{ runId: string; isOther: boolean; isShown: boolean }>()
  const isOurs = run?.agentId === agentId && run.id === runId
  if (isOurs && opened?.runId !== run.id) {
    const isOther = run.graphHash !== saving.getState().hash
    setOpened({ runId: run.id, isOther, isShown: isOther && run.version !== null })
  }
  const isOther = isOurs && opened?.runId === run.id && opened.isOther
  const isShown = isOther && opened.isShown
  const { data: document } = useQuery(
    api.runs.graph.queryOptions({
      input: isShown ? { id: run.id } : skipToken,
      staleTime: Number.POSITIVE_INFINITY,
    }),
  )
  if (!isOther) return undefined
  return {
    runId: run.id,
    version: run.version,
    document: isShown ? document : undefined,
    isShown,
    show: () => setOpened({ ...opened, isShown: true }),
    leave: () => setOpened({ ...opened, isShown: false }),
  }
}
