import { EmptyState } from '../../../ui/empty-state.tsx'
import type { Lens } from '../lens/use-lens.ts'
import { ProgramState } from './program-state.tsx'
import { RunState } from './run-state.tsx'

type StateLensProps = { lens: Lens; selectedId: string | undefined }

/**
 * Shows the channels at each superstep: from events for runs of Lathe, derived from spans for
 * external traces.
 */
export function StateLens({ lens, selectedId }: StateLensProps) {
  const { trace } = lens
  if (trace.runId === null) return <ProgramState lens={lens} selectedId={selectedId} />
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
