import { Button } from '@mantine/core'
import { IconArrowBackUp, IconListSearch, IconRocket } from '@tabler/icons-react'
import type { Agent, AgentVersion } from '@lathe/contract'
import { Link, useNavigate } from '@tanstack/react-router'
import { useHotkeys } from '../../lib/hotkeys.ts'
import { usePublish } from './use-publish.ts'
import { useRestore } from './use-restore.ts'
import styles from './versions.module.css'

type VersionActionsProps = {
  agent: Agent
  version: AgentVersion
}

export function VersionActions({ agent, version }: VersionActionsProps) {
  const { number, isPublished } = version
  const publish = usePublish(agent)
  const restore = useRestore(agent)
  const navigate = useNavigate()
  const traces = { to: '/traces', search: { agent: agent.slug, version: number } } as const

  useHotkeys([
    ...(isPublished
      ? []
      : [
          {
            label: `Publish v${number}`,
            group: 'Versions',
            run: () => publish.mutate(number),
          },
        ]),
    {
      keys: 'r',
      label: `Restore v${number} as draft`,
      group: 'Versions',
      run: () => restore.mutate(number),
    },
    {
      keys: 't',
      label: `Runs of v${number}`,
      group: 'Versions',
      run: () => void navigate(traces),
    },
  ])

  return (
    <div className={styles.actions}>
      <Button
        size="xs"
        variant="subtle"
        color="gray"
        leftSection={<IconListSearch size={14} />}
        renderRoot={(props) => <Link {...traces} {...props} />}
      >
        Runs
      </Button>
      <Button
        size="xs"
        variant="default"
        leftSection={<IconArrowBackUp size={14} />}
        loading={restore.isPending}
        onClick={() => restore.mutate(number)}
      >
        Restore as draft
      </Button>
      {!isPublished && (
        <Button
          size="xs"
          leftSection={<IconRocket size={14} />}
          loading={publish.isPending}
          onClick={() => publish.mutate(number)}
        >
          Publish v{number}
        </Button>
      )}
    </div>
  )
}
