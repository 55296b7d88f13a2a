import type { GraphDocument, GraphNode, SpanStatus } from '@lathe/contract'
import type { NodeProps } from '@xyflow/react'
import { type KeyboardEvent, memo, useRef } from 'react'
import { useShallow } from 'zustand/react/shallow'
import { IconArrowUpRight } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { memoize } from '../../../../lib/browser/memoize.ts'
import { NodeKindIcon } from '../../../../ui/status/node-kind-icon.tsx'
import { useNodeRun, useRunView, useWorkbench, useWorkbenchState } from '../../workbench-context.ts'
import styles from './card.module.css'
import { BoxCard } from './ends-card.tsx'
import { useCanvasUi, useCanvasUiStore, useDetail } from '../canvas-ui.ts'
import { CardBreakpoints, CardPin, CardProblems, DeferBadge } from './card-badges.tsx'
import type { Card } from './flow-nodes.ts'
import { summarizeNode } from '@lathe/nodes'
import { InHandle, PortHandles } from './port-handles.tsx'
import { api } from '../../../../lib/api/api.ts'
import { useCalls } from '../../called-agents.ts'
import { renameDebugNode } from '../../debug-options.ts'
import { retitleNode } from '../../retitle.ts'
import { Duration, RunningDuration, Tokens } from '../../../../ui/status/quantities.tsx'
import { StatusIcon } from '../../../../ui/status/status-icon.tsx'

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

type CardTitleProps = {
  id: string
  title: string
}

/** Turns into a field on double click or F2. Enter saves, Escape cancels. */
function CardTitle({ id, title }: CardTitleProps) {
  const { runGraph } = useWorkbench()
  const ui = useCanvasUiStore()
  const isRenaming = useCanvasUi((state) => state.renaming === id)
  if (isRenaming) return <TitleField id={id} title={title} />
  return (
    <span
      className={styles.title}
      title={title}
      onDoubleClick={(event) => {
        event.stopPropagation()
        if (!runGraph) ui.setState({ renaming: id })
      }}
    >
      {title}
    </span>
  )
}

function TitleField({ id, title }: CardTitleProps) {
  const { agentId, store } = useWorkbench()
  const ui = useCanvasUiStore()
  const hasFinished = useRef(false)

  const finish = (title: string | undefined) => {
    if (hasFinished.current) return
    hasFinished.current = true
    ui.setState({ renaming: undefined })
    if (title === undefined) return
    const { document, id: renamedId } = retitleNode(store.getState().document, id, title)
    store.edit(() => document)
    if (renamedId !== id) renameDebugNode(agentId, id, renamedId)
    store.select({ nodes: [renamedId], edges: [] })
  }

  const handleKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    event.stopPropagation()
    if (event.key === 'Enter') finish(event.currentTarget.value)
    if (event.key === 'Escape') finish(undefined)
  }

  return (
    <input
      ref={focusAndSelect}
      className={`${styles.titleField} nodrag nopan`}
      aria-label="Node title"
      defaultValue={title}
      maxLength={200}
      onKeyDown={handleKeyDown}
      onBlur={({ currentTarget }) => finish(currentTarget.value)}
    />
  )
}

const focusAndSelect = (input: HTMLInputElement | null) => input?.select()

/** Shows a node's status in the current run: times, executions, tokens and error. */
function CardRun({ id }: { id: string }) {
  const run = useNodeRun(id)
  if (!run || run.count === 0) return null
  const {
    status,
    count,
    running,
    runningSince,
    durationMs,
    usage,
    error,
    retry,
    isCached,
    isPinned,
  } = run
  const hasTokens = usage.input > 0 || usage.output > 0

  return (
    <div className={styles.run}>
      <div className={styles.runLine}>
        <StatusIcon status={status} size={12} />
        {count > 1 && <span title={`${count} executions, ${running} running`}>×{count}</span>}
        {runningSince === null ? (
          <Duration ms={durationMs} />
        ) : (
          <RunningDuration since={runningSince} />
        )}
        {isCached && <span>cached</span>}
        {isPinned && <span>pinned</span>}
        {hasTokens && (
          <span className={styles.tokens}>
            <Tokens usage={usage} />
          </span>
        )}
      </div>
      {retry && (
        <p className={styles.retry}>
          attempt {retry.attempt} of {retry.maxAttempts}
        </p>
      )}
      {error && (
        <p className={styles.failure} title={error.message}>
          {error.message}
        </p>
      )}
    </div>
  )
}

/** Returns a node's status in the current run, or undefined if it has not run. */
function useCardStatus(id: string): SpanStatus | undefined {
  return useRunView((view) => {
    const isStopped = view.interrupts.some(
      (interrupt) => interrupt.kind === 'breakpoint' && interrupt.nodes.includes(id),
    )
    if (isStopped) return 'interrupted'
    const node = view.nodes[id]
    return node && node.count > 0 ? node.status : undefined
  })
}
