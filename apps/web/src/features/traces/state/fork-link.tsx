import type { Trace } from '@lathe/contract'
import { Button } from '@mantine/core'
import { IconGitFork } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { Superstep } from './supersteps.ts'

type ForkLinkProps = { trace: Trace; step: Superstep }

/** To this very checkpoint on its thread, where its state is edited and another branch begins. */
export function ForkLink({
  trace: { threadId, tags },
  step: { checkpointId, next },
}: ForkLinkProps) {
  // Where nothing comes next there is nothing to go on with.
  if (next.length === 0) return null
  // A replay's thread is nobody's to go on with.
  if (threadId === null || checkpointId === null || tags.includes('replay')) return null
  return (
    <Button
      size="xs"
      variant="default"
      leftSection={<IconGitFork size={14} />}
      title="Go on from this state, or from one you change: a branch of its own, nothing is overwritten"
      renderRoot={(props) => (
        <Link
          to="/threads/$thread"
          params={{ thread: threadId }}
          search={{ at: checkpointId }}
          {...props}
        />
      )}
    >
      Edit and fork…
    </Button>
  )
}
