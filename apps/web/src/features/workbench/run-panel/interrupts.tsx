import type { Interrupt, InterruptAnswer } from '@lathe/contract'
import { afterTimeout, nodeTitle } from '../../../lib/format/node-title.ts'
import { InterruptList } from '../../../shared/interrupts/interrupt-list.tsx'
import { useDocument, useWorkbench } from '../workbench-context.ts'
import { useTurn } from '../run/run-store.ts'
import type { Breakpoints } from '../../../lib/api/use-answers.ts'
import { BreakpointForm as Form } from '../../../shared/interrupts/breakpoint-form.tsx'
import { breakpointsIn, getDebugOptions } from '../debug-options.ts'
import { useCancelRun } from './run-actions.ts'

/** Forms for the interrupts of a run. */
export function Interrupts() {
  const runId = useTurn((state) => state.runId)
  const interrupts = useTurn((state) => state.view.interrupts)
  const status = useTurn((state) => state.view.status)
  if (runId === undefined || status !== 'interrupted' || interrupts.length === 0) return null
  return <Waiting runId={runId} interrupts={interrupts} />
}

type WaitingProps = { runId: string; interrupts: readonly Interrupt[] }

function Waiting({ runId, interrupts }: WaitingProps) {
  const document = useDocument()
  return (
    <InterruptList
      key={interrupts.map(({ id }) => id).join()}
      runId={runId}
      interrupts={interrupts}
      getTitle={(node) => nodeTitle(document, node)}
      afterTimeout={(node) => afterTimeout(document, node)}
      Breakpoint={BreakpointForm}
    />
  )
}

type BreakpointFormProps = {
  interrupt: Extract<Interrupt, { kind: 'breakpoint' }>
  onAnswer: (answer: InterruptAnswer, breakpoints: Breakpoints) => void
}

/** Continues with the breakpoints set by then. */
function BreakpointForm({ interrupt, onAnswer }: BreakpointFormProps) {
  const { agentId, store } = useWorkbench()
  const document = useDocument()
  const channels = useTurn(({ view }) => view.channels)
  const cancel = useCancelRun()

  return (
    <Form
      interrupt={interrupt}
      getTitle={(node) => nodeTitle(document, node)}
      state={channels}
      isStopping={cancel.isPending}
      onContinue={() => {
        const { breakpoints } = getDebugOptions(agentId)
        onAnswer({ kind: 'breakpoint' }, breakpointsIn(breakpoints, store.getState().document))
      }}
      onStep={() => {
        const { nodes } = store.getState().document
        const allNodes = { interruptBefore: Object.keys(nodes), interruptAfter: [] }
        onAnswer({ kind: 'breakpoint' }, allNodes)
      }}
      onStop={() => cancel.mutate()}
    />
  )
}
