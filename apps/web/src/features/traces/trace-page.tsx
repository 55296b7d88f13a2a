import { useSuspenseQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { api } from '../../lib/api.ts'
import { usePageTitle } from '../../lib/page-title.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { LostLine } from '../../ui/lost-line.tsx'
import { SplitPane } from '../../ui/split-pane.tsx'
import { SpanDetailView } from './span-detail.tsx'
import { TraceHeader } from './trace-header.tsx'
import { TraceSpans } from './trace-spans.tsx'
import { useLiveTrace } from './use-live-trace.ts'
import { useNamedSpans } from './use-named-spans.ts'
import styles from './traces.module.css'

const route = getRouteApi('/traces/$traceId')

/** One trace: its spans at the left as tree or timeline, the selected one at the right. */
export function TracePage() {
  const { traceId } = route.useParams()
  const { span: chosen } = route.useSearch()
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

  return (
    <div className={styles.page}>
      <TraceHeader trace={data.trace} />
      {link?.state === 'lost' && <LostLine since={link.since} />}
      <SplitPane
        name="trace"
        panes={[
          {
            id: 'spans',
            size: 58,
            min: '300px',
            content: <TraceSpans spans={spans} selectedId={selected?.id} />,
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
