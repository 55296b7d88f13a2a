import { ActionIcon, Tooltip } from '@mantine/core'
import { IconPlugConnected } from '@tabler/icons-react'
import type { Agent } from '@lathe/contract'
import { Link, useNavigate } from '@tanstack/react-router'
import { useHotkeys } from '../../../lib/hotkeys.ts'
import { Keys } from '../../../ui/keys.tsx'

/** To how programs call the agent. */
export function ConnectLink({ agent }: { agent: Agent }) {
  const navigate = useNavigate()
  const connect = { to: '/agents/$agent/connect', params: { agent: agent.slug } } as const

  useHotkeys([
    {
      keys: 'g n',
      label: 'Connect programs',
      group: 'Workbench',
      run: () => void navigate(connect),
    },
  ])

  return (
    <Tooltip
      label={
        <>
          Connect programs <Keys keys="g n" />
        </>
      }
    >
      <ActionIcon
        variant="default"
        size="md"
        aria-label="Connect programs"
        renderRoot={(props) => <Link {...connect} {...props} />}
      >
        <IconPlugConnected size={14} />
      </ActionIcon>
    </Tooltip>
  )
}
