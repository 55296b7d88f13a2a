import { ActionIcon, Group, Tooltip } from '@mantine/core'
import { IconPlayerPause, IconPlayerTrackNext } from '@tabler/icons-react'
import { toggleBreakpoint } from '../marks/marks.ts'
import { useBreakpoint } from '../marks/use-node-marks.ts'
import { useWorkbench } from '../workbench-context.ts'

const SIDES = [
  { side: 'before', Icon: IconPlayerPause, keys: 'b' },
  { side: 'after', Icon: IconPlayerTrackNext, keys: '⇧b' },
] as const

/** Whether runs of the workbench stop at this node. */
export function BreakpointSwitches({ id }: { id: string }) {
  const { agentId } = useWorkbench()
  const breakpoint = useBreakpoint(id)
  return (
    <Group gap={2} wrap="nowrap">
      {SIDES.map(({ side, Icon, keys }) => {
        const isSet = breakpoint?.[side] === true
        return (
          <Tooltip key={side} label={`Stop ${side} this node (${keys})`}>
            <ActionIcon
              variant={isSet ? 'light' : 'subtle'}
              color={isSet ? 'red' : 'gray'}
              size="sm"
              aria-pressed={isSet}
              aria-label={`Breakpoint ${side}`}
              onClick={() => toggleBreakpoint(agentId, id, side)}
            >
              <Icon size={14} />
            </ActionIcon>
          </Tooltip>
        )
      })}
    </Group>
  )
}
