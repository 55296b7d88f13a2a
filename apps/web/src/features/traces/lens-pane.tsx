import type { Span, Trace } from '@lathe/contract'
import { getRouteApi } from '@tanstack/react-router'
import { useId } from 'react'
import { PaneBoundary } from '../../ui/pane-boundary.tsx'
import { tabPanel } from '../../ui/view-tabs.tsx'
import { useFolding } from './lens/use-folding.ts'
import { useLens } from './lens/use-lens.ts'
import { TraceSpans } from './trace-spans.tsx'
import { TraceTabs, type TraceView } from './trace-tabs.tsx'
import type { LiveText } from './use-live-trace.ts'
import styles from './spans.module.css'
import { lazyPart } from '../../ui/lazy-part.ts'

const route = getRouteApi('/traces/$traceId')

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
  /** Views beside these. */
  others: readonly TraceView[]
}

/** The spans through one of the lenses; what is selected is the same in all of them. */
export function LensPane({ trace, spans, isWhole, selectedId, text, others }: LensPaneProps) {
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
