import { Button } from '@mantine/core'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { ErrorPanel } from '../../ui/feedback/error-panel.tsx'
import { NotFound } from '../../ui/feedback/not-found.tsx'
import { SkeletonRows } from '../../ui/feedback/skeleton-rows.tsx'

const failure = Object.assign(new Error('The provider rejected the key'), {
  code: 'AUTHENTICATION',
})

export function StateSamples() {
  return (
    <>
      <EmptyState
        title="No traces yet"
        hint="Every run is recorded as a trace. Run an agent, or send traces from your own program."
        action={<Button>Open the assistant</Button>}
      />
      <ErrorPanel action="load the traces" error={failure} onRetry={() => {}} />
      <NotFound resource="trace" backLink={<Button variant="default">All traces</Button>} />
      <SkeletonRows contentLabel="the traces" count={4} onCancel={() => {}} />
    </>
  )
}
