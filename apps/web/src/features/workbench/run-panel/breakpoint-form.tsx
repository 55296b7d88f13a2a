import type { Interrupt, InterruptAnswer } from '@lathe/contract'
import { nodeTitle } from '../../../lib/node-title.ts'
import type { Breakpoints } from '../../../lib/use-answers.ts'
import { BreakpointForm as Form } from '../../../ui/interrupts/breakpoint-form.tsx'
import { breakpointsIn, marksOf } from '../marks/marks.ts'
import { useDocument, useWorkbench } from '../workbench-context.ts'
import { useTurn } from './run-context.ts'
import { useCancelRun } from './use-cancel-run.ts'

type BreakpointFormProps = {
  interrupt: Extract<Interrupt, { kind: 'breakpoint' }>
  onAnswer: (answer: InterruptAnswer, breakpoints: Breakpoints) => void
}

/** Goes on with the breakpoints the nodes are marked with by then. */
export function BreakpointForm({ interrupt, onAnswer }: BreakpointFormProps) {
  const { agentId, store } = useWorkbench()
  const document = useDocument()
  const channels = useTurn(({ view }) => view.channels)
  const cancel = useCancelRun()

  return (
    <Form
      interrupt={interrupt}
      titleOf={(node) => nodeTitle(document, node)}
      state={channels}
      isStopping={cancel.isPending}
      onContinue={() => {
        const { breakpoints } = marksOf(agentId)
        onAnswer({ kind: 'breakpoint' }, breakpointsIn(breakpoints, store.getState().document))
      }}
      onStep={() => {
        const { nodes } = store.getState().document
        const everywhere = { interruptBefore: Object.keys(nodes), interruptAfter: [] }
        onAnswer({ kind: 'breakpoint' }, everywhere)
      }}
      onStop={() => cancel.mutate()}
    />
  )
}
