import { ActionIcon, Tooltip } from '@mantine/core'
import { IconCode } from '@tabler/icons-react'
import type { Agent } from '@lathe/contract'
import { Link, useNavigate } from '@tanstack/react-router'
import { useHotkeys } from '../../../lib/hotkeys.ts'
import { Keys } from '../../../ui/keys.tsx'

/** To the project the draft is exported as. */
export function CodeLink({ agent }: { agent: Agent }) {
  const navigate = useNavigate()
  const code = { to: '/agents/$agent/code', params: { agent: agent.slug } } as const

  useHotkeys([
    {
      keys: 'g c',
      label: 'Export as code',
      group: 'Workbench',
      run: () => void navigate({ ...code, search: {} }),
    },
  ])

  return (
    <Tooltip
      label={
        <>
          Export as code <Keys keys="g c" />
        </>
      }
    >
      <ActionIcon
        variant="default"
        size="md"
        aria-label="Export as code"
        renderRoot={(props) => <Link {...code} search={{}} {...props} />}
      >
        <IconCode size={14} />
      </ActionIcon>
    </Tooltip>
  )
}
