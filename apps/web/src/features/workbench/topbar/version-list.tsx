import { Button } from '@mantine/core'
import type { Agent, AgentVersion } from '@lathe/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { api, client } from '../../../lib/api.ts'
import { authorNames } from '../../../lib/author-names.ts'
import { Keys } from '../../../ui/keys.tsx'
import { RelativeTime } from '../../../ui/relative-time.tsx'
import { showToast } from '../../../ui/undo-toast.tsx'
import { useWorkbench } from '../workbench-context.ts'
import styles from './topbar.module.css'

type VersionListProps = {
  agent: Agent
  versions: readonly AgentVersion[]
  onClose: () => void
}

/** Versions, newest first: one can be published, or taken into the draft again. */
export function VersionList({ agent, versions, onClose }: VersionListProps) {
  if (versions.length === 0) {
    return (
      <p className={styles.empty}>
        A version is the draft frozen as it is now. Save one to publish it, and to come back to it.
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
        showToast(`Version ${version.number} is published`)
      },
      onError: (error) => showToast(`Could not publish: ${error.message}`, 'error'),
    }),
  )
  const take = useMutation({
    mutationFn: () => client.agents.version({ agent: agent.id, number: version.number }),
    onSuccess: ({ document }) => {
      store.edit(() => document)
      showToast(`The draft is version ${version.number} again; undo brings yours back`)
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
          <RelativeTime at={version.createdAt} /> · {authorNames[version.author]}
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
      <Button size="xs" variant="default" loading={take.isPending} onClick={() => take.mutate()}>
        Take into draft
      </Button>
    </li>
  )
}
