import { IconArrowUpRight } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { api } from '../../../lib/api.ts'
import { useCalls } from '../calls.ts'
import { useWorkbench } from '../workbench-context.ts'
import styles from './card.module.css'

type CalledAgentProps = {
  /** Its slug; empty until one is chosen. */
  slug: string
  /** Without one the published version. */
  version: number | undefined
}

/** Which agent a card calls and in which version, with the way there. */
export function CalledAgent({ slug, version }: CalledAgentProps) {
  const { data: agents } = useQuery(api.agents.list.queryOptions({ input: {} }))
  const agent = agents?.find((one) => one.slug === slug)
  const calls = useCalls(useWorkbench().agentId)
  if (slug === '') return <p className={styles.summary}>No agent chosen</p>
  return (
    <p className={styles.summary}>
      {agent?.name ?? slug} ·{' '}
      {versionOf(version, calls === 'drafts' ? 'draft' : agent?.publishedVersion)}
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

function versionOf(version: number | undefined, published: Followed) {
  if (version !== undefined) return `v${version}, pinned`
  if (published === 'draft') return 'its draft'
  return published ? `v${published}, published` : 'published'
}
