import { ActionIcon, Tooltip } from '@mantine/core'
import { IconGitBranch } from '@tabler/icons-react'
import { showToast } from '../../ui/undo-toast.tsx'
import { useRunFrom } from '../workbench/run-from/use-run-from.ts'
import { useRun } from '../workbench/workbench-context.ts'

/** Runs the draft from the last time the shown run got to this node. */
export function RunFromTool({ id }: { id: string }) {
  const runId = useRun((state) => state.runId)
  const superstep = useRun(({ view }) => view.nodes[id]?.supersteps.at(-1))
  const isLive = useRun(({ view }) => view.status === 'running' || view.status === 'pending')
  const runFrom = useRunFrom()
  if (runId === undefined || superstep === undefined || isLive) return null

  return (
    <Tooltip label="Run from here, as a new branch">
      <ActionIcon
        variant="subtle"
        color="gray"
        size="sm"
        aria-label="Run from here"
        loading={runFrom.isPending}
        onClick={() =>
          runFrom.mutate(
            { runId, superstep },
            {
              onError: (error) => showToast(`Could not run from here: ${error.message}`, 'error'),
            },
          )
        }
      >
        <IconGitBranch size={14} />
      </ActionIcon>
    </Tooltip>
  )
}
