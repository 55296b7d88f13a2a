import { useSuspenseQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { type ComponentType, useId } from 'react'
import { api } from '../../lib/api.ts'
import { usePageTitle } from '../../lib/page-title.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { LostLine } from '../../ui/lost-line.tsx'
import { PaneBoundary } from '../../ui/pane-boundary.tsx'
import { SplitPane } from '../../ui/split-pane.tsx'
import { tabPanel } from '../../ui/view-tabs.tsx'
import { SpanDetailView } from './span-detail.tsx'
import { TraceHeader } from './trace-header.tsx'
import { TraceSpans } from './trace-spans.tsx'
import { type TracePart, TraceTabs, type TraceView } from './trace-tabs.tsx'
import { useLiveTrace } from './use-live-trace.ts'
import { useNamedSpans } from './use-named-spans.ts'
import styles from './traces.module.css'

const route = getRouteApi('/traces/$traceId')

type TracePageProps = {
  /** What else can be done with a trace, in its header. */
  Actions: ComponentType<TracePart>
  /** Further views, in place of the spans. */
  views: readonly TraceView[]
}

/** One trace: its spans at the left as tree or timeline, the selected one at the right. */
export function TracePage({ Actions, views }: TracePageProps) {
  const { traceId } = route.useParams()
  const { span: chosen, view } = route.useSearch()
  const { data } = useSuspenseQuery(api.traces.get.queryOptions({ input: { id: traceId } }))
  const { text, link } = useLiveTrace(data.trace)
  const spans = useNamedSpans(data.trace, data.spans)
  usePageTitle(data.trace.title || data.trace.name)

  const firstError = data.trace.status === 'error' ? deepestError(spans) : undefined
  const selected =
    spans.find((span) => span.id === chosen) ??
    firstError ??
    spans.find((span) => span.parentId === null) ??
    spans[0]

  const id = useId()
  const part: TracePart = { trace: data.trace, spans, selected }
  const Other = views.find(({ value }) => value === view)
  const header = (
    <>
      <TraceHeader trace={data.trace} actions={<Actions {...part} />} />
      {link?.state === 'lost' && <LostLine since={link.since} />}
    </>
  )
  if (Other) {
    return (
      <div className={styles.page}>
        {header}
        <TraceTabs id={id} others={views} />
        <div className={styles.view} {...tabPanel(id, Other.value)}>
          <PaneBoundary loads={Other.loads}>
            <Other.Content {...part} />
          </PaneBoundary>
        </div>
      </div>
    )
  }

  return (
    <div className={styles.page}>
      {header}
      <SplitPane
        name="trace"
        panes={[
          {
            id: 'spans',
            size: 58,
            min: '300px',
            content: (
              <TraceSpans
                spans={spans}
                selectedId={selected?.id}
                others={views}
                isForeign={data.trace.source !== null}
              />
            ),
          },
          {
            id: 'span',
            size: 42,
            min: '300px',
            content: selected ? (
              <SpanDetailView key={selected.id} span={selected} liveText={text.get(selected.id)} />
            ) : (
              <EmptyState title="No spans yet" hint="They appear as the run takes its steps." />
            ),
          },
        ]}
      />
    </div>
  )
}

/** Where an error came from: the failed span that has no failed span inside it. */
function deepestError<S extends { id: string; parentId: string | null; status: string }>(
  spans: readonly S[],
): S | undefined {
  const failed = spans.filter((span) => span.status === 'error')
  const parents = new Set(failed.map((span) => span.parentId))
  return failed.find((span) => !parents.has(span.id))
}
