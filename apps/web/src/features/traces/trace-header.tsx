import type { Span, Trace } from '@lathe/contract'
import { getRouteApi, Link } from '@tanstack/react-router'
import { type ReactNode, useMemo } from 'react'
import { useQuery } from '@tanstack/react-query'
import { UnstyledButton } from '@mantine/core'
import { CLIPBOARD_DENIED, copyText } from '../../lib/browser/copy-text.ts'
import { useHotkeys } from '../../lib/browser/hotkeys.ts'
import { CopyButton } from '../../ui/fields/copy-button.tsx'
import { IdChip } from '../../ui/status/id-chip.tsx'
import { showToast } from '../../ui/feedback/undo-toast.tsx'
import { readListParams } from './list/list-params.ts'
import { Neighbours } from './neighbours.tsx'
import { PinnedMark } from './pin.tsx'
import { ShareButton } from './share-button.tsx'
import { TraceFacts } from './trace-facts.tsx'
import { TraceMenu } from './trace-menu.tsx'
import { traceName } from '../../lib/format/trace-labels.ts'
import { api } from '../../lib/api/api.ts'
import { plural } from '../../lib/format/format.ts'
import { StatusIcon } from '../../ui/status/status-icon.tsx'
import { useSelectSpan } from './views/use-trace-view-model.ts'
import { threadProject, projectName } from './threads/thread-key.ts'
import styles from './traces.module.css'

const route = getRouteApi('/traces/$traceId')

const COMPARISON_SOURCES = new Set(['comparison', 'judge'])

type TraceHeaderProps = {
  trace: Trace
  spans: readonly Span[]
  /** Whether the trace has been deleted. */
  isDeleted: boolean
  actions: ReactNode
}

export function TraceHeader({ trace, spans, isDeleted, actions }: TraceHeaderProps) {
  const navigate = route.useNavigate()
  const { list } = route.useSearch()
  const toList = () => navigate({ to: '/traces', search: readListParams(list) })
  const copyLink = async () => {
    if (await copyText(location.href)) showToast('Link copied')
    else showToast(CLIPBOARD_DENIED, 'error')
  }
  useHotkeys([
    { keys: 'y', label: 'Copy link to this view', group: 'Trace', run: () => void copyLink() },
    { keys: 'escape', label: 'Back to list', group: 'Trace', run: () => void toList() },
  ])

  return (
    <header className={styles.header}>
      <h1 className={styles.heading} title={trace.title}>
        {traceName(trace)}
      </h1>
      {trace.isPinned && <PinnedMark />}
      {trace.agentSlug && (
        <Link
          to="/agents/$agent"
          params={{ agent: trace.agentSlug }}
          search={{
            ...(trace.threadId && { thread: trace.threadId }),
            ...(trace.runId && { run: trace.runId }),
          }}
          className={styles.agentLink}
        >
          {trace.agentSlug}
          {trace.version === null ? ' · draft' : ` · v${trace.version}`}
        </Link>
      )}
      {trace.agentSlug === null && <SenderLinks trace={trace} />}
      {trace.runId !== null && trace.tags.some((tag) => COMPARISON_SOURCES.has(tag)) && (
        <ComparisonLink runId={trace.runId} />
      )}
      <AnswerLink trace={trace} />
      <IdChip id={trace.id} objectName="trace" />
      <TraceFacts trace={trace} />
      {(trace.status === 'success' || trace.status === 'running') && (
        <FailedSpanLink spans={spans} />
      )}
      <span className={styles.headerActions}>
        <Neighbours trace={trace} />
        {!isDeleted && actions}
        {!isDeleted && <ShareButton trace={trace} spans={spans} />}
        <CopyButton value={location.href} label="Copy link to this view" />
        {!isDeleted && <TraceMenu trace={trace} />}
      </span>
    </header>
  )
}

/** Links a run that waits for input to the inbox. External runs cannot be answered here. */
export function AnswerLink({ trace }: { trace: Pick<Trace, 'status' | 'runId'> }) {
  if (trace.status !== 'interrupted' || trace.runId === null) return null
  return (
    <Link to="/inbox" search={{ run: trace.runId }} className={styles.agentLink}>
      Answer in the inbox
    </Link>
  )
}

/** Links a cell's trace to its cell, and a judge's trace to its comparison. */
function ComparisonLink({ runId }: { runId: string }) {
  const { data: run } = useQuery(api.runs.get.queryOptions({ input: { id: runId } }))
  const { comparison, variant, case: row } = run?.metadata ?? {}
  if (typeof comparison !== 'string') return null
  const isCell = typeof variant === 'string' && typeof row === 'string'
  return (
    <Link
      to="/compare/$id"
      params={{ id: comparison }}
      search={isCell ? { open: `cell.${variant}.${row}` } : {}}
      className={styles.agentLink}
    >
      {isCell ? 'Comparison cell' : 'Comparison'}
    </Link>
  )
}

/** Links to the first failed span of a trace that succeeded or still runs. */
function FailedSpanLink({ spans }: { spans: readonly Span[] }) {
  const select = useSelectSpan()
  const failed = useMemo(() => spans.filter(({ status }) => status === 'error'), [spans])
  const [first] = failed
  if (!first) return null
  return (
    <UnstyledButton
      className={styles.failedInside}
      title="Go to the first failed span. Press E for the next."
      onClick={() => select(first.id)}
    >
      <StatusIcon status="error" size={12} />
      {plural(failed.length, 'failed step')}
    </UnstyledButton>
  )
}

/** Links an external trace to its project and thread. */
export function SenderLinks({
  trace,
}: {
  trace: Pick<Trace, 'project' | 'projectId' | 'threadId'>
}) {
  const { threadId } = trace
  const project = threadProject(trace)
  return (
    <>
      {project !== null && (
        <Link
          to="/traces"
          search={{ project }}
          className={styles.agentLink}
          title="All traces of this project"
        >
          {projectName(trace)}
        </Link>
      )}
      {threadId !== null && (
        <Link
          to="/traces/threads/$thread"
          params={{ thread: threadId }}
          search={{ project: project ?? undefined }}
          className={styles.agentLink}
          title={`Thread ${threadId}`}
        >
          Thread
        </Link>
      )}
    </>
  )
}
