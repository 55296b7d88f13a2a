import { Button } from '@mantine/core'
import { Link, useNavigate } from '@tanstack/react-router'
import { useHotkeys } from '../lib/hotkeys.ts'
import { Keys } from './keys.tsx'

type WorkbenchButtonProps = {
  /** The agent as the address names it. */
  agent: string
  /** Under which the key is listed. */
  group: string
}

/** From a page of an agent back to its workbench; Escape does the same. */
export function WorkbenchButton({ agent, group }: WorkbenchButtonProps) {
  const navigate = useNavigate()
  const workbench = { to: '/agents/$agent', params: { agent }, search: {} } as const

  useHotkeys([
    { keys: 'escape', label: 'Back to the workbench', group, run: () => void navigate(workbench) },
  ])

  return (
    <Button
      variant="default"
      rightSection={<Keys keys="escape" />}
      renderRoot={(props) => <Link {...workbench} {...props} />}
    >
      Workbench
    </Button>
  )
}
