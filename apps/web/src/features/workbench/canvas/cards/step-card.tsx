import type { GraphDocument, GraphNode } from '@lathe/contract'
import type { NodeProps } from '@xyflow/react'
import { memo } from 'react'
import { useShallow } from 'zustand/react/shallow'
import { IconArrowUpRight } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { memoize } from '../../../../lib/browser/memoize.ts'
import { NodeKindIcon } from '../../../../ui/status/node-kind-icon.tsx'
import { useWorkbenchState, useWorkbench } from '../../workbench-context.ts'
import styles from './card.module.css'
import { BoxCard } from './ends-card.tsx'
import { useCanvasUi, useDetail } from '../canvas-ui.ts'
import { CardBreakpoints, CardPin, CardProblems, DeferBadge } from './card-badges.tsx'
import { CardRun, useCardStatus } from './card-run.tsx'
import { CardTitle } from './card-title.tsx'
import type { Card } from './flow-nodes.ts'
import { summarizeNode } from '@lathe/nodes'
import { InHandle, PortHandles } from './port-handles.tsx'
import { api } from '../../../../lib/api/api.ts'
import { useCalls } from '../../called-agents.ts'

/** Card of a node: kind, title, summary, ports, problems and run status. */
export const StepCard = memo(function StepCard({
  id,
  selected,
  width = 0,
  height = 0,
}: NodeProps<Card>) {
  const node = useWorkbenchState(useShallow(({ document }) => cardFace(document, id)))
  const status = useCardStatus(id)
  const isBox = useDetail() !== 'cards'
  const use = useCanvasUi((ui) => ui.highlight?.nodes[id])
  if (!node) return null
  const title = node.title ?? id
  const cardAttributes = {
    'data-selected': selected || undefined,
    'data-status': status,
    'data-use': use,
  }
  if (isBox) {
    return (
      <div className={styles.card} style={{ height }} {...cardAttributes}>
        <BoxCard id={id} kind={node.kind} title={title} size={{ width, height }} />
      </div>
    )
  }

  return (
    <div className={styles.card} {...cardAttributes}>
      <CardBreakpoints id={id} title={title} />
      <InHandle />
      <div className={styles.head}>
        <NodeKindIcon kind={node.kind} />
        <CardTitle id={id} title={title} />
        {node.defer && <DeferBadge />}
        <CardPin id={id} />
        <CardProblems id={id} />
      </div>
      {node.called === undefined ? (
        <p className={styles.summary}>{node.summary}</p>
      ) : (
        <CalledAgent slug={node.called} version={node.version} />
      )}
      <PortHandles id={id} />
      <CardRun id={id} />
    </div>
  )
})

const NO_CALLED_AGENT = { called: undefined, version: undefined }

/** The visible content of a node. Most edits in its form do not change it. */
const cardContent = memoize((node: GraphNode) => ({
  kind: node.kind,
  title: node.title,
  defer: node.defer,
  summary: summarizeNode(node),
  ...(node.kind === 'agent-call' ? { called: node.agent, version: node.version } : NO_CALLED_AGENT),
}))

function cardFace({ nodes }: GraphDocument, id: string) {
  const node = nodes[id]
  return node && cardContent(node)
}

type CalledAgentProps = {
  /** Empty until an agent is selected. */
  slug: string
  /** Undefined calls the published version. */
  version: number | undefined
}

/** Shows the called agent and its version, with a link to it. */
function CalledAgent({ slug, version }: CalledAgentProps) {
  const { data: agents } = useQuery(api.agents.list.queryOptions({ input: {} }))
  const agent = agents?.find((candidate) => candidate.slug === slug)
  const calls = useCalls(useWorkbench().agentId)
  if (slug === '') return <p className={styles.summary}>No agent selected</p>
  return (
    <p className={styles.summary}>
      {agent?.name ?? slug} ·{' '}
      {versionText(version, calls === 'drafts' ? 'draft' : agent?.publishedVersion)}
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

type FollowedVersion = number | 'draft' | null | undefined

function versionText(version: number | undefined, published: FollowedVersion) {
  if (version !== undefined) return `v${version}, pinned`
  if (published === 'draft') return 'its draft'
  return published ? `v${published}, published` : 'published'
}
