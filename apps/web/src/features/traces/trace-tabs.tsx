import type { Span, Trace } from '@lathe/contract'
import { getRouteApi } from '@tanstack/react-router'
import { type ComponentType, useMemo } from 'react'
import { useWhileCurrent } from '../../lib/browser/use-while-current.ts'
import { ViewTabs } from '../../ui/layout/view-tabs.tsx'

const route = getRouteApi('/traces/$traceId')

/** The trace data that header actions and further views receive. */
export type TraceViewProps = { trace: Trace; spans: readonly Span[]; selected: Span | undefined }

export type TraceView = {
  value: 'watch' | 'branches'
  label: string
  /** Completes “Could not load …”. */
  loads: string
  Content: ComponentType<TraceViewProps>
}

const BUILT_IN_VIEWS = [
  { value: 'tree', label: 'Tree' },
  { value: 'timeline', label: 'Timeline' },
  { value: 'story', label: 'Transcript' },
  { value: 'graph', label: 'Graph' },
  { value: 'statistics', label: 'Statistics' },
] as const
const STATE = { value: 'state', label: 'State' } as const

type TraceTabsProps = {
  id: string
  trace: Trace
  spans: readonly Span[]
  otherViews: readonly TraceView[]
}

const belongsToStep = ({ node, superstep }: Span) => node !== null && superstep !== null

export function TraceTabs({ id, trace, spans, otherViews }: TraceTabsProps) {
  const { view = 'timeline' } = route.useSearch()
  // External traces cannot be replayed. Only those of LangGraph have a state.
  const isImported = trace.runId === null
  const hasState = useMemo(() => !isImported || spans.some(belongsToStep), [isImported, spans])
  const builtInTabs = hasState || view === 'state' ? [...BUILT_IN_VIEWS, STATE] : BUILT_IN_VIEWS
  const otherTabs = otherViews.filter(
    ({ value }) => !isImported || value !== 'branches' || view === value,
  )
  const navigate = route.useNavigate()
  const whileHere = useWhileCurrent()
  return (
    <ViewTabs
      id={id}
      label="View"
      tabs={[...builtInTabs, ...otherTabs.map(({ value, label }) => ({ value, label }))]}
      value={view}
      onChange={(next) =>
        whileHere(() =>
          navigate({ search: (search) => ({ ...search, view: next }), replace: true }),
        )
      }
      hasDigitKeys
    />
  )
}
