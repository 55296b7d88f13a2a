import { EmptyState } from '../../../ui/empty-state.tsx'
import type { Lens } from '../lens/use-lens.ts'
import { ProgramState } from './program-state.tsx'
import { RunState } from './run-state.tsx'

type StateLensProps = { lens: Lens; selectedId: string | undefined }

/** The channels at each superstep: as a run of Lathe's own tells them, of other programs as far as their nodes show them. */
export function StateLens({ lens, selectedId }: StateLensProps) {
  const { trace } = lens
  if (trace.runId === null) return <ProgramState lens={lens} selectedId={selectedId} />
  if (trace.status === 'running') {
    return <EmptyState title="It still runs" hint="Its state can be read once it waits or ends." />
  }
  return <RunState trace={trace} runId={trace.runId} />
}
