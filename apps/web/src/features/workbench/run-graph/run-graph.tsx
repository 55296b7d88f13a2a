import { skipToken, useQuery } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import type { GraphDocument } from '@lathe/contract'
import { Button } from '@mantine/core'
import { IconArrowBackUp, IconHistory } from '@tabler/icons-react'
import { api } from '../../../lib/api/api.ts'
import { useRunId } from '../use-workbench-search.ts'
import { useWorkbench, type WorkbenchValue, WorkbenchContext } from '../workbench-context.ts'
import styles from './run-graph.module.css'
import { createWorkbenchStore } from '../store/workbench-store.ts'
import { useSelectionParam } from '../use-selection-param.ts'

type RunGraph = {
  runId: string
  /** Null for the draft at that time. */
  version: number | null
  document: GraphDocument | undefined
  isVisible: boolean
  show: () => void
  close: () => void
}

/**
 * Returns the graph of the current run if it differs from the draft. A version's graph is shown at
 * once, an earlier draft's on request. Decided when the run is opened, so that later edits do not
 * hide the draft.
 */
export function useRunGraph(): RunGraph | undefined {
  const { agentId, saving } = useWorkbench()
  const runId = useRunId()
  const { data: run } = useQuery(
    api.runs.get.queryOptions({ input: runId === undefined ? skipToken : { id: runId } }),
  )
  const [opened, setOpened] = useState<{
    runId: string
    isOtherGraph: boolean
    isVisible: boolean
  }>()
  const isOwnRun = run?.agentId === agentId && run.id === runId
  if (isOwnRun && opened?.runId !== run.id) {
    const isOtherGraph = run.graphHash !== saving.getState().hash
    setOpened({ runId: run.id, isOtherGraph, isVisible: isOtherGraph && run.version !== null })
  }
  const isOtherGraph = isOwnRun && opened?.runId === run.id && opened.isOtherGraph
  const isVisible = isOtherGraph && opened.isVisible
  const { data: document } = useQuery(
    api.runs.graph.queryOptions({
      input: isVisible ? { id: run.id } : skipToken,
      staleTime: Number.POSITIVE_INFINITY,
    }),
  )
  if (!isOtherGraph) return undefined
  return {
    runId: run.id,
    version: run.version,
    document: isVisible ? document : undefined,
    isVisible,
    show: () => setOpened({ ...opened, isVisible: true }),
    close: () => setOpened({ ...opened, isVisible: false }),
  }
}

/** Banner above the canvas: which graph is shown, with a button to switch. */
export function RunGraphLine({ runGraph }: { runGraph: RunGraph }) {
  const name = runGraph.version === null ? 'an earlier draft' : `version ${runGraph.version}`
  return (
    <div className={styles.line} role="status">
      <IconHistory size={14} aria-hidden />
      <p>
        {runGraph.isVisible
          ? `The graph of this run: ${name}, read-only.`
          : `This run executed ${name}.`}
      </p>
      {runGraph.isVisible ? (
        <Button
          size="compact-sm"
          variant="default"
          leftSection={<IconArrowBackUp size={14} />}
          onClick={runGraph.close}
        >
          Back to draft
        </Button>
      ) : (
        <Button size="compact-sm" variant="default" onClick={runGraph.show}>
          Show its graph
        </Button>
      )}
    </div>
  )
}

type RunGraphProviderProps = {
  runGraph: NonNullable<WorkbenchValue['runGraph']>
  document: GraphDocument
  children: ReactNode
}

/** Provides a read-only workbench with the graph of a run. */
export function RunGraphProvider({ runGraph, document, children }: RunGraphProviderProps) {
  const workbench = useWorkbench()
  const [store] = useState(() => createWorkbenchStore(document, { isReadOnly: true }))
  useSelectionParam(store)
  return <WorkbenchContext value={{ ...workbench, store, runGraph }}>{children}</WorkbenchContext>
}
