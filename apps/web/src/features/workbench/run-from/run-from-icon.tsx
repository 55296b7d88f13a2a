import { ActionIcon, Tooltip } from '@mantine/core'
import { IconGitBranch } from '@tabler/icons-react'
import { showToast } from '../../../ui/undo-toast.tsx'
import { type RunPlace, useRunFrom } from './use-run-from.ts'

type RunFromIconProps = { place: RunPlace; label: string; className?: string | undefined }

/** `RunFromButtons` where there is room for a sign alone. */
export function RunFromIcon({ place, label, className }: RunFromIconProps) {
  const runFrom = useRunFrom()
  return (
    <Tooltip label="Run from here, as a new branch">
      <ActionIcon
        className={className ?? ''}
        variant="subtle"
        color="gray"
        size="sm"
        aria-label={label}
        loading={runFrom.isPending}
        onClick={() =>
          runFrom.mutate(place, {
            onError: (error) => showToast(`Could not run from here: ${error.message}`, 'error'),
          })
        }
      >
        <IconGitBranch size={14} />
      </ActionIcon>
    </Tooltip>
  )
}
