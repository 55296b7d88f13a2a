import type { GraphDocument } from '@lathe/contract'
import { type ReactNode, useState } from 'react'
import { createWorkbenchStore } from '../store/workbench-store.ts'
import { useSelectionParam } from '../use-selection-param.ts'
import { useWorkbench, type Workbench, WorkbenchContext } from '../workbench-context.ts'

type AsRanBenchProps = {
  ran: NonNullable<Workbench['asRan']>
  document: GraphDocument
  children: ReactNode
}

/** The workbench on the graph of a run instead of the draft: everything can be looked at, nothing changed. */
export function AsRanBench({ ran, document, children }: AsRanBenchProps) {
  const bench = useWorkbench()
  const [store] = useState(() => createWorkbenchStore(document, { isReadOnly: true }))
  useSelectionParam(store)
  return <WorkbenchContext value={{ ...bench, store, asRan: ran }}>{children}</WorkbenchContext>
}
