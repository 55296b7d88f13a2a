import { Button, Popover } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import type { Agent, AgentVersion } from '@lathe/contract'
import { useQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from '@tanstack/react-router'
import { api, client } from '../../../lib/api/api.ts'
import { useSaving, useWorkbench } from '../workbench-context.ts'
import styles from './topbar.module.css'
import { authorNames } from '../../../lib/format/author-names.ts'
import { Keys } from '../../../ui/layout/keys.tsx'
import { RelativeTime } from '../../../ui/status/relative-time.tsx'
import { showToast } from '../../../ui/feedback/undo-toast.tsx'

type VersionsButtonProps = {
  agent: Agent
}

/** Shows the draft's version and whether it has changes. Opens the list of versions. */
export function VersionsButton({ agent }: VersionsButtonProps) {
  const [isOpen, setOpen] = useState(false)
  const { data: versions = [] } = useQuery(
    api.agents.versions.queryOptions({ input: { agent: agent.id } }),
  )
  const hash = useSaving((state) => state.hash)
  const status = useSaving((state) => state.save.status)
  const [newest] = versions
  const isChanged = newest !== undefined && (newest.hash !== hash || status !== 'saved')
  // Use the agent's own data until the list is loaded.
  const number = newest?.number ?? agent.latestVersion
  const label = number === 0 ? 'No versions yet' : `v${number}`

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

type VersionListProps = {
  agent: Agent
  versions: readonly AgentVersion[]
  onClose: () => void
}

/** Lists versions, newest first, with actions to publish or restore them. */
function VersionList({ agent, versions, onClose }: VersionListProps) {
  if (versions.length === 0) {
    return (
      <p className={styles.empty}>
        A version is a saved copy of the draft. Save one to publish it or to restore it later.
      </p>
    )
  }
  return (
    <>
      <ol className={styles.versions}>
        {versions.map((version) => (
          <VersionRow key={version.number} agent={agent} version={version} onClose={onClose} />
        ))}
      </ol>
      <Link
        to="/agents/$agent/versions"
        params={{ agent: agent.slug }}
        search={{}}
        className={styles.compare}
      >
        Compare versions <Keys keys="g v" />
      </Link>
    </>
  )
}

type VersionRowProps = {
  agent: Agent
  version: AgentVersion
  onClose: () => void
}

function VersionRow({ agent, version, onClose }: VersionRowProps) {
  const { store } = useWorkbench()
  const queries = useQueryClient()
  const publish = useMutation(
    api.agents.publish.mutationOptions({
      onSuccess: () => {
        void queries.invalidateQueries({ queryKey: api.agents.versions.key() })
        void queries.invalidateQueries({ queryKey: api.agents.get.key() })
        showToast(`Version ${version.number} published`)
      },
      onError: (error) => showToast(`Could not publish: ${error.message}`, 'error'),
    }),
  )
  const useVersion = useMutation({
    mutationFn: () => client.agents.version({ agent: agent.id, number: version.number }),
    onSuccess: ({ document }) => {
      store.edit(() => document)
      showToast(`Version ${version.number} restored as draft. Undo restores yours`)
      onClose()
    },
    onError: (error) => showToast(`Could not load the version: ${error.message}`, 'error'),
  })

  return (
    <li className={styles.version}>
      <span className={styles.number}>v{version.number}</span>
      <span className={styles.message}>
        {version.message === '' ? 'No message' : version.message}
        <span className={styles.when}>
          <RelativeTime time={version.createdAt} /> · {authorNames[version.author]}
          {version.isPublished && ' · published'}
        </span>
      </span>
      {!version.isPublished && (
        <Button
          size="xs"
          variant="default"
          loading={publish.isPending}
          onClick={() => publish.mutate({ agent: agent.id, number: version.number })}
        >
          Publish
        </Button>
      )}
      <Button
        size="xs"
        variant="default"
        loading={useVersion.isPending}
        onClick={() => useVersion.mutate()}
      >
        Restore as draft
      </Button>
    </li>
  )
}
