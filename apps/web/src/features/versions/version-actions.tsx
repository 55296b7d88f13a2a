import { Button } from '@mantine/core'
import { IconArrowBackUp, IconListSearch, IconRocket } from '@tabler/icons-react'
import type { Agent, AgentVersion, Draft, GraphDocument, LiveThreads } from '@lathe/contract'
import { Link, useNavigate } from '@tanstack/react-router'
import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import { useHotkeys } from '../../lib/browser/hotkeys.ts'
import styles from './versions.module.css'
import { api, client } from '../../lib/api/api.ts'
import { describeError } from '../../lib/api/describe-error.ts'
import { showToast, showUndoToast } from '../../ui/feedback/undo-toast.tsx'
import { countThreads, threadsAffected } from '@lathe/graph'
import { documentQuery } from './sides.ts'
import { plural } from '../../lib/format/format.ts'

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

/** Restores a version as the draft. Undo restores the previous draft unless it was edited since. */
function useRestore(agent: Agent) {
  const queries = useQueryClient()
  const refresh = () => {
    void queries.invalidateQueries({ queryKey: api.agents.draft.key() })
    void queries.invalidateQueries({ queryKey: api.agents.get.key() })
  }
  const fail = (error: unknown) =>
    showToast(`The draft was not changed: ${describeError(error).message}`, 'error')

  const restore = async (number: number) => {
    const [before, { document }] = await Promise.all([
      client.agents.draft({ agent: agent.id }),
      client.agents.version({ agent: agent.id, number }),
    ])
    const after = await saveOver(agent.id, before, document)
    return { before, after }
  }

  return useMutation({
    mutationFn: restore,
    onSuccess: ({ before, after }, number) => {
      refresh()
      showUndoToast({
        message: `Version ${number} restored as draft`,
        onUndo: () => void saveOver(agent.id, after, before.document).then(refresh, fail),
      })
    },
    onError: fail,
  })
}

const saveOver = (agent: string, { revision }: Draft, document: Draft['document']) =>
  client.agents.saveDraft({ agent, revision, document })

/** Returns "; 3 live threads hold `notes` from the previous reducer", or an empty string. */
async function affectedChannels(queries: QueryClient, agentId: string, number: number) {
  const input = { agent: agentId }
  try {
    const [document, live] = await Promise.all([
      queries.ensureQueryData(documentQuery(agentId, number)),
      queries.fetchQuery(api.agents.liveThreads.queryOptions({ input })),
    ])
    return affectedThreadsText(document, live)
  } catch {
    // The note is optional: a failed lookup must not fail the publish.
    return ''
  }
}

/** Points the agent's API at a version. Undo points it back at the previous one. */
function usePublish(agent: Agent) {
  const queries = useQueryClient()
  const publish = (number: number) => client.agents.publish({ agent: agent.id, number })
  const refresh = () => {
    void queries.invalidateQueries({ queryKey: api.agents.versions.key() })
    void queries.invalidateQueries({ queryKey: api.agents.get.key() })
    void queries.invalidateQueries({ queryKey: api.agents.list.key() })
  }
  const fail = (error: unknown) =>
    showToast(`Could not publish: ${describeError(error).message}`, 'error')

  return useMutation({
    mutationFn: publish,
    onSuccess: async (_, number) => {
      refresh()
      const affected = await affectedChannels(queries, agent.id, number)
      const before = agent.publishedVersion
      const message = `Version ${number} published${affected}`
      if (before === null) showToast(message)
      else {
        const onUndo = () => void publish(before).then(refresh, fail)
        showUndoToast({ message, onUndo })
      }
    },
    onError: fail,
  })
}

/** Returns "; 3 live threads hold `notes` from the previous reducer", or an empty string. */
export function affectedThreadsText(
  { state }: GraphDocument,
  live: readonly LiveThreads[],
): string {
  const channels = Object.entries(state).flatMap(([name, channel]) => {
    const affected = threadsAffected(name, channel, live)
    return affected.length > 0 ? [{ name, affected }] : []
  })
  if (channels.length === 0) return ''
  const count = countThreads([...new Set(channels.flatMap(({ affected }) => affected))])
  const names = channels.map(({ name }) => `\`${name}\``).join(', ')
  return `; ${plural(count, 'live thread')} ${count === 1 ? 'holds' : 'hold'} ${names} as ${channels.length === 1 ? 'another reducer' : 'other reducers'} joined it`
}
