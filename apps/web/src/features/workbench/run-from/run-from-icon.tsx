import { ActionIcon, Tooltip } from '@mantine/core'
import { IconGitBranch } from '@tabler/icons-react'
import { useHotkeys } from '../../../lib/hotkeys.ts'
import { Keys } from '../../../ui/keys.tsx'
import { showToast } from '../../../ui/undo-toast.tsx'
import { type RunPlace, useRunFrom } from './use-run-from.ts'

type RunFromIconProps = {
  place: RunPlace
  label: string
  /** Where only one of them can be meant. */
  keys?: string
  className?: string | undefined
}

/** `RunFromButtons` where there is room for a sign alone. */
export function RunFromIcon({ place, label, keys, className }: RunFromIconProps) {
  const runFrom = useRunFrom()
  const run = () =>
    runFrom.mutate(place, {
      onError: (error) => showToast(`Could not run from here: ${error.message}`, 'error'),
    })
  useHotkeys(keys === undefined ? [] : [{ keys, label, group: 'Run', run }])
  return (
    <Tooltip
      label={<>Run from here, as a new branch {keys !== undefined && <Keys keys={keys} />}</>}
    >
      <ActionIcon
        className={className ?? ''}
        variant="subtle"
        color="gray"
        size="sm"
        aria-label={label}
        loading={runFrom.isPending}
        onClick={run}
      >
        <IconGitBranch size={14} />
      </ActionIcon>
    </Tooltip>
  )
}
