import { ActionIcon, Tooltip } from '@mantine/core'
import { IconLayoutBottombar, IconLayoutSidebarRight } from '@tabler/icons-react'
import { useDock } from '../layout/dock.ts'

export function DockSwitch() {
  const { dock, toggle } = useDock()
  const isBeside = dock === 'side'
  const label = isBeside
    ? 'Move the console under the canvas'
    : 'Move the console beside the canvas'
  const Icon = isBeside ? IconLayoutBottombar : IconLayoutSidebarRight
  return (
    <Tooltip label={label}>
      <ActionIcon variant="subtle" color="gray" aria-label={label} onClick={toggle}>
        <Icon size={16} />
      </ActionIcon>
    </Tooltip>
  )
}
