import { Button, Popover } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import type { Agent } from '@lathe/contract'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../../lib/api.ts'
import { useSaving } from '../workbench-context.ts'
import styles from './topbar.module.css'
import { VersionList } from './version-list.tsx'

type VersionsButtonProps = {
  agent: Agent
}

/** Which version the draft comes from, and whether it differs from it; opens the list of all. */
export function VersionsButton({ agent }: VersionsButtonProps) {
  const [isOpen, setOpen] = useState(false)
  const { data: versions = [] } = useQuery(
    api.agents.versions.queryOptions({ input: { agent: agent.id } }),
  )
  const hash = useSaving((state) => state.hash)
  const status = useSaving((state) => state.save.status)
  const [newest] = versions
  const isChanged = newest !== undefined && (newest.hash !== hash || status !== 'saved')
  // Until the list is read, the agent itself tells.
  const number = newest?.number ?? agent.latestVersion
  const label = number === 0 ? 'No version yet' : `v${number}`

  return (
    <Popover opened={isOpen} onChange={setOpen} position="bottom-end" trapFocus returnFocus>
      <Popover.Target>
        <Button
          variant="subtle"
          color="gray"
          rightSection={<IconChevronDown size={14} />}
          aria-haspopup="dialog"
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        >
          {label}
          {newest?.isPublished && !isChanged && <span className={styles.fact}>published</span>}
          {isChanged && <span className={styles.fact}>+ changes</span>}
        </Button>
      </Popover.Target>
      <Popover.Dropdown p={0} aria-label="Versions">
        <VersionList agent={agent} versions={versions} onClose={() => setOpen(false)} />
      </Popover.Dropdown>
    </Popover>
  )
}
