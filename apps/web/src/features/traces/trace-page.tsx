import { getRouteApi, Link } from '@tanstack/react-router'
import { type ComponentType, useId, useMemo } from 'react'
import type { Span, Trace } from '@lathe/contract'
import { usePageTitle } from '../../lib/browser/page-title.ts'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { ConnectionLost } from '../../ui/feedback/connection-lost.tsx'
import { PaneBoundary } from '../../ui/feedback/pane-boundary.tsx'
import { SkeletonRows } from '../../ui/feedback/skeleton-rows.tsx'
import { SplitPane } from '../../ui/layout/split-pane.tsx'
import { tabPanel } from '../../ui/layout/view-tabs.tsx'
import { DuplicateCallsLine } from './span/duplicate-calls.tsx'
import { initialSpan, useNamedSpans } from './use-named-spans.ts'
import { SpanDetailView } from './span/span-detail.tsx'
import { TraceHeader } from './trace-header.tsx'
import { type TraceViewProps, TraceTabs, type TraceView } from './trace-tabs.tsx'
import { useIsSilent } from '../../lib/format/is-silent.ts'
import { useLiveTrace, type LiveText } from './use-live-trace.ts'
import { type TraceOutline, useTraceOutline } from './trace-queries.ts'
import { traceName } from '../../lib/format/trace-labels.ts'
import { useFoldState, useTraceViewModel } from './views/use-trace-view-model.ts'
import { TraceSpans } from './views/trace-spans.tsx'
import { lazyComponent } from '../../ui/feedback/lazy-component.ts'
import { StatusLine } from '../../ui/status/status-line.tsx'
import { readListParams } from './list/list-params.ts'
import shared from './traces.module.css'
import styles from './views/spans.module.css'

const route = getRouteApi('/traces/$traceId')

type TracePageProps = {
  /** Further actions in the trace header. */
  Actions: ComponentType<TraceViewProps>
  /** Views that replace the spans. */
  views: readonly TraceView[]
}

/** Shows a trace, complete or still loading. */
export function TracePage(props: TracePageProps) {
  const { traceId } = route.useParams()
  const { outline, isDeleted, lostSince } = useTraceOutline(traceId)
  if (!outline) return <SkeletonRows contentLabel="the trace" rowHeight={24} />
  return (
    <OpenTrace
      key={traceId}
      outline={outline}
      isDeleted={isDeleted}
      lostSince={lostSince}
      {...props}
    />
  )
}

type OpenTraceProps = TracePageProps & {
  outline: TraceOutline
  isDeleted: boolean
  lostSince: number | undefined
}

/** Shows the spans at the left and the selected one at the right. */
function OpenTrace({ outline, isDeleted, lostSince, Actions, views }: OpenTraceProps) {
  const { trace, isComplete } = outline
  const { span: selectedSpanId, view, find } = route.useSearch()
  const { text, link } = useLiveTrace(trace, isComplete)
  const spans = useNamedSpans(trace, outline.spans)
  const isSilent = useIsSilent(trace)
  const connectionLostSince = link?.state === 'lost' ? link.since : lostSince
  usePageTitle(traceName(trace))

  const first = useMemo(() => initialSpan(trace, spans), [trace, spans])
  const viewModel = useMemo(
    () =>
      selectedSpanId === undefined ? undefined : spans.find(({ id }) => id === selectedSpanId),
    [spans, selectedSpanId],
  )
  const selected = viewModel ?? first

  const id = useId()
  const viewProps: TraceViewProps = { trace, spans, selected }
  const SelectedView = views.find(({ value }) => value === view)
  const header = (
    <>
      <TraceHeader
        trace={trace}
        spans={spans}
        isDeleted={isDeleted}
        actions={<Actions {...viewProps} />}
      />
      {isDeleted && <DeletedNotice />}
      <DuplicateCallsLine spans={spans} />
      {connectionLostSince !== undefined && <ConnectionLost since={connectionLostSince} />}
    </>
  )
  if (SelectedView) {
    return (
      <div className={shared.page}>
        {header}
        <TraceTabs id={id} trace={trace} spans={spans} otherViews={views} />
        <div className={styles.view} {...tabPanel(id, SelectedView.value)}>
          <PaneBoundary contentLabel={SelectedView.loads}>
            <SelectedView.Content {...viewProps} />
          </PaneBoundary>
        </div>
      </div>
    )
  }

  return (
    <div className={shared.page}>
      {header}
      <SplitPane
        name="trace"
        panes={[
          {
            id: 'spans',
            size: 58,
            min: '300px',
            content: (
              <TraceViewPane
                trace={trace}
                spans={spans}
                isComplete={isComplete}
                selectedId={selected?.id}
                text={text}
                otherViews={views}
              />
            ),
          },
          {
            id: 'span',
            size: 42,
            min: '300px',
            content: selected ? (
              <SpanDetailView
                key={selected.id}
                span={selected}
                liveText={text.get(selected.id)}
                isRecorded={trace.runId !== null}
                isSilent={isSilent}
                isOver={trace.status !== 'running'}
                find={find}
              />
            ) : (
              <EmptyState title="No spans yet" hint="Spans appear as the run proceeds." />
            ),
          },
        ]}
      />
    </div>
  )
}

const TranscriptView = lazyComponent(
  () => import('./transcript/transcript-view.tsx'),
  'TranscriptView',
)
const StatisticsView = lazyComponent(() => import('./views/statistics-view.tsx'), 'StatisticsView')
const GraphView = lazyComponent(() => import('./views/graph-view.tsx'), 'GraphView')
const StateView = lazyComponent(() => import('./state/state-view.tsx'), 'StateView')

type TraceViewPaneProps = {
  trace: Trace
  spans: readonly Span[]
  isComplete: boolean
  selectedId: string | undefined
  text: LiveText
  /** Further views beside the built-in ones. */
  otherViews: readonly TraceView[]
}

/** Shows the spans in the chosen view. All views share the selection. */
function TraceViewPane({
  trace,
  spans,
  isComplete,
  selectedId,
  text,
  otherViews,
}: TraceViewPaneProps) {
  const { view = 'timeline' } = route.useSearch()
  const id = useId()
  const model = useTraceViewModel({ trace, spans, isComplete })
  const folding = useFoldState()
  if (view === 'tree' || view === 'timeline')
    return (
      <TraceSpans
        id={id}
        view={view}
        model={model}
        folding={folding}
        selectedId={selectedId}
        otherViews={otherViews}
      />
    )
  return (
    <section className={styles.spans} aria-label="Spans">
      <TraceTabs id={id} trace={trace} spans={spans} otherViews={otherViews} />
      <div className={styles.view} {...tabPanel(id, view)}>
        <PaneBoundary contentLabel={`the ${view === 'story' ? 'transcript' : view}`}>
          {view === 'story' && (
            <TranscriptView model={model} folding={folding} selectedId={selectedId} text={text} />
          )}
          {view === 'graph' && <GraphView model={model} selectedId={selectedId} />}
          {view === 'state' && <StateView model={model} selectedId={selectedId} />}
          {view === 'statistics' && <StatisticsView model={model} />}
        </PaneBoundary>
      </div>
    </section>
  )
}

function DeletedNotice() {
  const { list } = route.useSearch()
  return (
    <StatusLine>
      This trace has been deleted. The loaded data stays visible until you leave. Charts still count
      the trace.{' '}
      <Link to="/traces" search={readListParams(list)}>
        Back to list
      </Link>
    </StatusLine>
  )
}
