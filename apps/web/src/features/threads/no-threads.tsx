import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { EmptyState } from '../../ui/empty-state.tsx'

export function NoThreads({ isFiltered }: { isFiltered: boolean }) {
  if (isFiltered) {
    return (
      <EmptyState
        title="No thread matches"
        hint="Searched are titles, what runs took and gave, and every value the state has held."
        action={
          <Button
            variant="default"
            renderRoot={(props) => <Link to="/threads" search={{}} {...props} />}
          >
            Clear the filter
          </Button>
        }
      />
    )
  }
  return (
    <EmptyState
      title="No threads yet"
      hint="The first run of an agent makes one: a conversation, with a checkpoint after each step."
      action={
        <Button renderRoot={(props) => <Link to="/agents" {...props} />}>Run an agent</Button>
      }
    />
  )
}
