import { ActionIcon, Tooltip } from '@mantine/core'
import { IconGitBranch } from '@tabler/icons-react'
import { showToast } from '../../ui/undo-toast.tsx'
import { useRunFrom } from '../workbench/run-from/use-run-from.ts'
import { useTurn } from './run-context.ts'
import styles from './steps-list.module.css'

/** Runs the draft from the state a step of this turn began with. */
export function StepFrom({ superstep, title }: { superstep: number; title: string }) {
  const runId = useTurn((state) => state.runId)
  const isLive = useTurn(({ view }) => view.status === 'running' || view.status === 'pending')
  const runFrom = useRunFrom()
  if (runId === undefined || isLive) return null
  return (
    <Tooltip label="Run from here, as a new branch">
      <ActionIcon
        className={styles.from ?? ''}
        variant="subtle"
        color="gray"
        size="sm"
        aria-label={`Run from ${title}, step ${superstep}`}
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
