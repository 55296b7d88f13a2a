import type { SpanStatus } from '@lathe/contract'
import { useRunView } from '../workbench-context.ts'

/** Of the node in the run that is looked at; undefined when it has not run. */
export function useCardStatus(id: string): SpanStatus | undefined {
  return useRunView((view) => {
    const isStopped = view.interrupts.some(
      (interrupt) => interrupt.kind === 'breakpoint' && interrupt.nodes.includes(id),
    )
    if (isStopped) return 'interrupted'
    const node = view.nodes[id]
    return node && node.count > 0 ? node.status : undefined
  })
}
