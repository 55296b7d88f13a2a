import { VisuallyHidden } from '@mantine/core'
import { useState } from 'react'
import { createWorkbench } from './create-workbench.ts'
import { WorkbenchLayout } from './layout/workbench-layout.tsx'
import { WorkbenchTopbar } from './topbar/workbench-topbar.tsx'
import { useAutosave } from './draft/use-autosave.ts'
import { useProblems } from './problems/use-problems.ts'
import { useSelectionParam } from './use-selection-param.ts'
import { useWorkbench, WorkbenchContext } from './workbench-context.ts'

type WorkbenchProps = Parameters<typeof createWorkbench>[0]

export function Workbench(props: WorkbenchProps) {
  const [workbench] = useState(() => createWorkbench(props))
  return (
    <WorkbenchContext value={workbench}>
      <VisuallyHidden component="h1">{props.agent.name}</VisuallyHidden>
      <WorkbenchServices />
      <WorkbenchTopbar agent={props.agent} />
      <WorkbenchLayout />
    </WorkbenchContext>
  )
}

/** Runs saving, checking and address updates. */
function WorkbenchServices() {
  const workbench = useWorkbench()
  useAutosave(workbench)
  useProblems(workbench)
  useSelectionParam(workbench.store)
  return null
}
