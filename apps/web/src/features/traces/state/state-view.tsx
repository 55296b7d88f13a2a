import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import type { TraceViewModel } from '../views/use-trace-view-model.ts'
import { ProgramState } from './program-state.tsx'
import { RunState } from './run-state.tsx'

type StateViewProps = { model: TraceViewModel; selectedId: string | undefined }

/**
 * Shows the channels at each superstep: from events for runs of Lathe, derived from spans for
 * external traces.
 */
export function StateView({ model, selectedId }: StateViewProps) {
  const { trace } = model
  if (trace.runId === null) return <ProgramState model={model} selectedId={selectedId} />
  if (trace.status === 'running') {
    return (
      <EmptyState
        title="The run has not ended"
        hint="State is available when the run pauses or ends."
      />
    )
  }
  return <RunState trace={trace} runId={trace.runId} />
}
