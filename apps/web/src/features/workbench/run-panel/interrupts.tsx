import type { Interrupt } from '@lathe/contract'
import { afterTimeout, nodeTitle } from '../../../lib/node-title.ts'
import { InterruptList } from '../../../ui/interrupts/interrupt-list.tsx'
import { useDocument } from '../workbench-context.ts'
import { BreakpointForm } from './breakpoint-form.tsx'
import { useTurn } from './run-context.ts'

/** Forms for what the run waits for. */
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
      titleOf={(node) => nodeTitle(document, node)}
      afterTimeout={(node) => afterTimeout(document, node)}
      Breakpoint={BreakpointForm}
    />
  )
}
