import { Button } from '@mantine/core'
import { Link, useNavigate } from '@tanstack/react-router'
import { useHotkeys } from '../../lib/browser/hotkeys.ts'
import { Keys } from './keys.tsx'

type WorkbenchButtonProps = {
  /** Agent slug in the URL. */
  agent: string
  /** Section of the shortcut list. */
  group: string
}

/** Link from an agent's page to its workbench. Escape does the same. */
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
