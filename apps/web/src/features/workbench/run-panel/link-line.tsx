import { ErrorPanel } from '../../../ui/error-panel.tsx'
import { LostLine } from '../../../ui/lost-line.tsx'
import { useRun } from '../workbench-context.ts'

export function LinkLine() {
  const link = useRun((state) => state.link)
  if (link.state === 'failed') return <ErrorPanel attempted="load the run" error={link.error} />
  return link.state === 'lost' ? <LostLine since={link.since} /> : null
}
