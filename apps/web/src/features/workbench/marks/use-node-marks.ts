import type { PinnedOutput } from '@lathe/contract'
import { useWorkbench } from '../workbench-context.ts'
import { type Breakpoint, selectMarks, useMarks } from './marks.ts'

export function useBreakpoint(id: string): Breakpoint | undefined {
  const { agentId } = useWorkbench()
  return useMarks((state) => selectMarks(agentId)(state).breakpoints[id])
}

export function usePin(id: string): PinnedOutput | undefined {
  const { agentId } = useWorkbench()
  return useMarks((state) => selectMarks(agentId)(state).pins[id])
}
