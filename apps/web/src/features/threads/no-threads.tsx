import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'

export function NoThreads({ isFiltered }: { isFiltered: boolean }) {
  if (isFiltered) {
    return (
      <EmptyState
        title="No matching threads"
        hint="Search covers titles, run inputs and outputs, and all state values."
        action={
          <Button
            variant="default"
            renderRoot={(props) => <Link to="/threads" search={{}} {...props} />}
          >
            Clear filter
          </Button>
        }
      />
    )
  }
  return (
    <EmptyState
      title="No threads yet"
      hint="The first run of an agent creates a thread: a conversation with a checkpoint after each step."
      action={
        <Button renderRoot={(props) => <Link to="/agents" {...props} />}>Run an agent</Button>
      }
    />
  )
}
