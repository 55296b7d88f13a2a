import type { NodeOf } from '@lathe/contract'
import { IconArrowUpRight } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { api } from '../../lib/api.ts'
import { useCalls } from '../workbench/calls.ts'
import { useWorkbench } from '../workbench/workbench-context.ts'
import styles from './card.module.css'

/** Which agent a card calls and in which version, with the way there. */
export function CalledAgent({ node }: { node: NodeOf<'agent-call'> }) {
  const { data: agents } = useQuery(api.agents.list.queryOptions({ input: {} }))
  const agent = agents?.find(({ slug }) => slug === node.agent)
  const calls = useCalls(useWorkbench().agentId)
  if (node.agent === '') return <p className={styles.summary}>No agent chosen</p>
  return (
    <p className={styles.summary}>
      {agent?.name ?? node.agent} ·{' '}
      {versionOf(node, calls === 'drafts' ? 'draft' : agent?.publishedVersion)}
      {agent && (
        <Link
          className={`${styles.called} nodrag nopan`}
          to="/agents/$agent"
          params={{ agent: agent.slug }}
          search={{}}
          aria-label={`Open ${agent.name}`}
          title={`Open ${agent.name}`}
        >
          <IconArrowUpRight size={12} />
        </Link>
      )}
    </p>
  )
}

type Followed = number | 'draft' | null | undefined

function versionOf({ version }: NodeOf<'agent-call'>, published: Followed) {
  if (version !== undefined) return `v${version}, pinned`
  if (published === 'draft') return 'its draft'
  return published ? `v${published}, published` : 'published'
}
