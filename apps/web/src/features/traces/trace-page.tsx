import { getRouteApi, Link } from '@tanstack/react-router'
import { type ComponentType, useId, useMemo } from 'react'
import type { Span, Trace } from '@lathe/contract'
import { usePageTitle } from '../../lib/page-title.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { LostLine } from '../../ui/lost-line.tsx'
import { PaneBoundary } from '../../ui/pane-boundary.tsx'
import { SkeletonRows } from '../../ui/skeleton-rows.tsx'
import { SplitPane } from '../../ui/split-pane.tsx'
import { tabPanel } from '../../ui/view-tabs.tsx'
import { DuplicateCallsLine } from './duplicate-calls.tsx'
import { firstToShow, useNamedSpans } from './use-named-spans.ts'
import { SpanDetailView } from './span-detail.tsx'
import { TraceHeader } from './trace-header.tsx'
import { type TracePart, TraceTabs, type TraceView } from './trace-tabs.tsx'
import { useSilent } from '../../lib/silent.ts'
import { useLiveTrace, type LiveText } from './use-live-trace.ts'
import { type Skeleton, useSkeleton } from './trace-queries.ts'
import { nameOfTrace } from '../../lib/trace-names.ts'
import { useFolding, useLens } from './lens/use-lens.ts'
import { TraceSpans } from './trace-spans.tsx'
import { lazyPart } from '../../ui/lazy-part.ts'
import { StatusLine } from '../../ui/status-line.tsx'
import { readListParams } from './list/list-params.ts'
import shared from './traces.module.css'
import styles from './spans.module.css'

const route = getRouteApi('/traces/$traceId')

type TracePageProps = {
  /** Further actions in the trace header. */
  Actions: ComponentType<TracePart>
  /** Views that replace the spans. */
  views: readonly TraceView[]
}

/** Shows a trace, complete or still loading. */
export function TracePage(props: TracePageProps) {
  const { traceId } = route.useParams()
  const { skeleton, isGone, lostSince } = useSkeleton(traceId)
  if (!skeleton) return <SkeletonRows awaiting="the trace" rowHeight={24} />
  return (
    <OpenTrace key={traceId} skeleton={skeleton} isGone={isGone} lostSince={lostSince} {...props} />
  )
}

type OpenTraceProps = TracePageProps & {
  skeleton: Skeleton
  isGone: boolean
  lostSince: number | undefined
}

/** Shows the spans at the left and the selected one at the right. */
function OpenTrace({ skeleton, isGone, lostSince, Actions, views }: OpenTraceProps) {
  const { trace, isWhole } = skeleton
  const { span: chosen, view, find } = route.useSearch()
  const { text, link } = useLiveTrace(trace, isWhole)
  const spans = useNamedSpans(trace, skeleton.spans)
  const isSilent = useSilent(trace)
  const lost = link?.state === 'lost' ? link.since : lostSince
  usePageTitle(nameOfTrace(trace))

  const first = useMemo(() => firstToShow(trace, spans), [trace, spans])
  const found = useMemo(
    () => (chosen === undefined ? undefined : spans.find(({ id }) => id === chosen)),
    [spans, chosen],
  )
  const selected = found ?? first

  const id = useId()
  const part: TracePart = { trace, spans, selected }
  const Other = views.find(({ value }) => value === view)
  const header = (
    <>
      <TraceHeader trace={trace} spans={spans} isGone={isGone} actions={<Actions {...part} />} />
      {isGone && <GoneLine />}
      <DuplicateCallsLine spans={spans} />
      {lost !== undefined && <LostLine since={lost} />}
    </>
  )
  if (Other) {
    return (
      <div className={shared.page}>
        {header}
        <TraceTabs id={id} trace={trace} spans={spans} others={views} />
        <div className={styles.view} {...tabPanel(id, Other.value)}>
          <PaneBoundary loads={Other.loads}>
            <Other.Content {...part} />
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
              <LensPane
                trace={trace}
                spans={spans}
                isWhole={isWhole}
                selectedId={selected?.id}
                text={text}
                others={views}
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

const StoryLens = lazyPart(() => import('./story/story-lens.tsx'), 'StoryLens')
const StatisticsLens = lazyPart(() => import('./lens/statistics-lens.tsx'), 'StatisticsLens')
const GraphLens = lazyPart(() => import('./graph/graph-lens.tsx'), 'GraphLens')
const StateLens = lazyPart(() => import('./state/state-lens.tsx'), 'StateLens')

type LensPaneProps = {
  trace: Trace
  spans: readonly Span[]
  isWhole: boolean
  selectedId: string | undefined
  text: LiveText
  /** Further views beside the built-in ones. */
  others: readonly TraceView[]
}

/** Shows the spans in the chosen view. All views share the selection. */
function LensPane({ trace, spans, isWhole, selectedId, text, others }: LensPaneProps) {
  const { view = 'timeline' } = route.useSearch()
  const id = useId()
  const lens = useLens({ trace, spans, isWhole })
  const folding = useFolding()
  if (view === 'tree' || view === 'timeline')
    return (
      <TraceSpans
        id={id}
        view={view}
        lens={lens}
        folding={folding}
        selectedId={selectedId}
        others={others}
      />
    )
  return (
    <section className={styles.spans} aria-label="Spans">
      <TraceTabs id={id} trace={trace} spans={spans} others={others} />
      <div className={styles.view} {...tabPanel(id, view)}>
        <PaneBoundary loads={`the ${view}`}>
          {view === 'story' && (
            <StoryLens lens={lens} folding={folding} selectedId={selectedId} text={text} />
          )}
          {view === 'graph' && <GraphLens lens={lens} selectedId={selectedId} />}
          {view === 'state' && <StateLens lens={lens} selectedId={selectedId} />}
          {view === 'statistics' && <StatisticsLens lens={lens} />}
        </PaneBoundary>
      </div>
    </section>
  )
}

function GoneLine() {
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
