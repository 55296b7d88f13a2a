import { SharedSpan, SharedTrace, type Span, type SpanDetail } from '@lathe/contract'
import {
  buildTree,
  criticalPath,
  isModelCall,
  partsBySpan,
  spanRange,
  visibleRows,
} from '@lathe/traces'
import { UnstyledButton } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { queryOptions, useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useMemo } from 'react'
import { usePageTitle } from '../../../lib/browser/page-title.ts'
import { useNow } from '../../../lib/browser/use-now.ts'
import { formatCount, plural } from '../../../lib/format/format.ts'
import { spanName } from '../../../lib/format/trace-labels.ts'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { ErrorPanel } from '../../../ui/feedback/error-panel.tsx'
import { lazyComponent } from '../../../ui/feedback/lazy-component.ts'
import { LiveAnnouncer } from '../../../ui/feedback/live-announcer.tsx'
import { PaneBoundary } from '../../../ui/feedback/pane-boundary.tsx'
import { SkeletonRows } from '../../../ui/feedback/skeleton-rows.tsx'
import { CopyButton } from '../../../ui/fields/copy-button.tsx'
import { SplitPane } from '../../../ui/layout/split-pane.tsx'
import { AttachedFile } from '../../../ui/messages/attached-file.tsx'
import { Duration, RunningDuration } from '../../../ui/status/quantities.tsx'
import { RelativeTime } from '../../../ui/status/relative-time.tsx'
import { StatusIcon } from '../../../ui/status/status-icon.tsx'
import { StatusLine } from '../../../ui/status/status-line.tsx'
import { initialSpan } from '../use-named-spans.ts'
import { Section } from '../span/section.tsx'
import { SpanFacts } from '../span/span-detail.tsx'
import { SpanEnd } from '../span/span-error.tsx'
import detailStyles from '../span/span-detail.module.css'
import shared from '../traces.module.css'
import { PlumbingSwitch, SpanTree, toTreeRow } from '../views/span-tree.tsx'
import spanStyles from '../views/spans.module.css'
import { TimeAxis } from '../views/time-axis.tsx'
import { useFoldState } from '../views/use-trace-view-model.ts'
import styles from './shared-trace-page.module.css'
import type * as z from 'zod'

const SpanPayload = lazyComponent<'SpanPayload', { span: SpanDetail }>(
  () => import('../span/span-payloads.tsx'),
  'SpanPayload',
)

const route = getRouteApi('/public/$token/r')

/** Read-only page of a share link. Needs no session, so it calls no procedure of the API. */
export function SharedTracePage() {
  const { token } = route.useParams()
  const { data } = useSuspenseQuery(sharedTraceQuery(token))
  return (
    <main className={styles.root}>
      {data?.spans[0] ? <OpenTrace trace={data} root={data.spans[0]} /> : <InvalidLink />}
      <LiveAnnouncer />
    </main>
  )
}

function InvalidLink() {
  usePageTitle('Link not valid')
  return (
    <EmptyState
      isPage
      title="This link is not valid"
      hint="It was revoked, has expired or never existed. Ask its sender for a new one."
    />
  )
}

type OpenTraceProps = { trace: SharedTrace; root: Span }

function OpenTrace({ trace, root }: OpenTraceProps) {
  const { span: selectedId } = route.useSearch()
  const navigate = route.useNavigate()
  const isNarrow = useMediaQuery('(max-width: 48em)') ?? false
  const { spans, title, isTruncated } = trace
  const select = (span: string) => void navigate({ search: { span }, replace: true })
  const first = useMemo(() => initialSpan(root, spans), [root, spans])
  const selected = spans.find(({ id }) => id === selectedId) ?? first ?? root
  usePageTitle(title || spanName(root))
  return (
    <>
      <header className={shared.header}>
        <h1 className={shared.heading} title={title}>
          {title || spanName(root)}
        </h1>
        <TraceFacts root={root} spans={spans} onSelect={select} />
        <span className={shared.headerActions}>
          <CopyButton value={location.href} label="Copy link" />
        </span>
      </header>
      {isTruncated && (
        <StatusLine>Only the first {plural(spans.length, 'span')} are shown</StatusLine>
      )}
      <SplitPane
        name="shared trace"
        orientation={isNarrow ? 'vertical' : 'horizontal'}
        panes={[
          {
            id: 'spans',
            size: 50,
            min: isNarrow ? '160px' : '300px',
            content: <SpansPane trace={trace} selectedId={selected.id} onSelect={select} />,
          },
          {
            id: 'span',
            size: 50,
            min: isNarrow ? '160px' : '300px',
            content: <SpanPane key={selected.id} span={selected} />,
          },
        ]}
      />
    </>
  )
}

type TraceFactsProps = { root: Span; spans: readonly Span[]; onSelect: (spanId: string) => void }

function TraceFacts({ root, spans, onSelect }: TraceFactsProps) {
  const usages = spans.filter(isModelCall).flatMap(({ usage }) => usage ?? [])
  const sum = (key: 'input' | 'output') => usages.reduce((total, usage) => total + usage[key], 0)
  const failed = spans.filter(({ status }) => status === 'error')
  const [firstFailed] = failed
  return (
    <>
      <dl className={shared.facts}>
        <div>
          <dt>Status</dt>
          <dd>
            <StatusIcon status={root.status} hasLabel />
          </dd>
        </div>
        <div>
          <dt>Started</dt>
          <dd>
            <RelativeTime time={root.startedAt} />
          </dd>
        </div>
        <div>
          <dt>Duration</dt>
          <dd>
            {root.status === 'running' ? (
              <RunningDuration since={root.startedAt} />
            ) : (
              <Duration
                ms={root.endedAt === null ? null : (root.endedAt - root.startedAt) / 1_000}
              />
            )}
          </dd>
        </div>
        {usages.length > 0 && (
          <div>
            <dt>Tokens</dt>
            <dd>
              {formatCount(sum('input'))} → {formatCount(sum('output'))}
            </dd>
          </div>
        )}
      </dl>
      {root.status !== 'error' && firstFailed && (
        <UnstyledButton
          className={shared.failedInside}
          title="Go to the first failed span"
          onClick={() => onSelect(firstFailed.id)}
        >
          <StatusIcon status="error" size={12} />
          {plural(failed.length, 'failed step')}
        </UnstyledButton>
      )}
    </>
  )
}

type SpansPaneProps = {
  trace: SharedTrace
  selectedId: string
  onSelect: (spanId: string) => void
}

/** Ended traces do not change, so their clock hardly ticks. */
const ENDED_TICK_MS = 3_600_000

function SpansPane({ trace: { spans, isForeign }, selectedId, onSelect }: SpansPaneProps) {
  const folding = useFoldState()
  const { folded, withPlumbing, setWithPlumbing, toggleSpan } = folding
  const isOpen = spans.some(({ endedAt }) => endedAt === null)
  const clock = useNow(isOpen ? 1_000 : ENDED_TICK_MS).getTime() * 1_000
  const now = isOpen ? clock : 0
  const tree = useMemo(() => buildTree(spans), [spans])
  const range = useMemo(() => spanRange(spans, now), [spans, now])
  const parts = useMemo(() => partsBySpan(criticalPath(tree, range, now)), [tree, range, now])
  const { rows, hiddenPlumbing } = useMemo(() => {
    const visible = visibleRows(tree, { folded, withPlumbing, isForeign })
    return { ...visible, rows: visible.rows.map(toTreeRow) }
  }, [tree, folded, withPlumbing, isForeign])
  return (
    <section className={spanStyles.spans} aria-label="Spans">
      <div className={spanStyles.tools}>
        <span className={shared.secondary}>{plural(spans.length, 'span')}</span>
        <PlumbingSwitch {...{ withPlumbing, setWithPlumbing }} hiddenCount={hiddenPlumbing} />
      </div>
      <TimeAxis range={range} from={range.from} />
      <div className={spanStyles.rows}>
        <SpanTree
          rows={rows}
          model={{ now, isSilent: false, parts }}
          range={range}
          selectedId={selectedId}
          onSelect={onSelect}
          onToggle={toggleSpan}
        />
      </div>
    </section>
  )
}

function SpanPane({ span }: { span: Span }) {
  const { token } = route.useParams()
  const query = useQuery(sharedSpanQuery(token, span.id, span.endedAt))
  const { data, error, isPending, refetch } = query
  const detail = data?.span
  return (
    <article className={detailStyles.detail} aria-label={`Span ${spanName(span)}`}>
      <header className={detailStyles.detailHead}>
        <h2>{spanName(span)}</h2>
      </header>
      <SpanFacts span={span} />
      <SpanEnd status={span.status} error={withoutConnection(detail?.error ?? span.error)} />
      {isPending && <SkeletonRows contentLabel="the span" count={4} />}
      {error && <ErrorPanel action="load the span" error={error} onRetry={() => void refetch()} />}
      {data === null && <p className={shared.secondary}>The link is no longer valid.</p>}
      {detail && (
        <PaneBoundary contentLabel="the payload">
          <SpanPayload span={detail} />
        </PaneBoundary>
      )}
      {data && data.attachments.length > 0 && (
        <Section title="Attachments" count={data.attachments.length}>
          {data.attachments.map((file) => (
            <AttachedFile
              key={file.name}
              file={file}
              src={sharedFileUrl(token, span.id, file.name)}
            />
          ))}
        </Section>
      )}
    </article>
  )
}

/** Readers of a link cannot open the connection. */
function withoutConnection(error: Span['error']): Span['error'] {
  if (!error) return null
  const { connectionId: _, ...rest } = error
  return rest
}

const REFRESH_MS = 10_000

/** The trace behind a link; null if the link is not valid. Reloads it while a span is open. */
export const sharedTraceQuery = (token: string) =>
  queryOptions({
    queryKey: ['shared-trace', token],
    queryFn: ({ signal }) => fetchShared(`${token}/trace`, SharedTrace, signal),
    refetchInterval: ({ state: { data } }) =>
      data?.spans.some(({ endedAt }) => endedAt === null) ? REFRESH_MS : false,
  })

/** A span with its payload and attachments; null if the link is no longer valid. */
export const sharedSpanQuery = (token: string, spanId: string, endedAt: number | null) =>
  queryOptions({
    queryKey: ['shared-span', token, spanId, endedAt],
    queryFn: ({ signal }) => fetchShared(`${token}/spans/${spanId}`, SharedSpan, signal),
  })

export const sharedFileUrl = (token: string, spanId: string, name: string): string =>
  `/public/${token}/files/${spanId}/${encodeURIComponent(name)}`

/** Links need no session, so their data is not part of the contract's procedures. */
async function fetchShared<Schema extends z.ZodType>(
  path: string,
  schema: Schema,
  signal: AbortSignal,
): Promise<z.infer<Schema> | null> {
  const response = await fetch(`/public/${path}`, { signal })
  if (response.status === 404) return null
  if (!response.ok) throw new Error(`The server answered with status ${response.status}`)
  return schema.parse(await response.json())
}
