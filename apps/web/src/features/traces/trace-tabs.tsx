import type { Span, Trace } from '@lathe/contract'
import { getRouteApi } from '@tanstack/react-router'
import type { ComponentType, ReactNode } from 'react'
import { ViewTabs } from '../../ui/view-tabs.tsx'

const route = getRouteApi('/traces/$traceId')

/** What is said of a trace to those that show or do more with it. */
export type TracePart = { trace: Trace; spans: readonly Span[]; selected: Span | undefined }

export type TraceView = {
  value: 'watch' | 'branches'
  label: string
  /** As in "Could not load …". */
  loads: string
  Content: ComponentType<TracePart>
}

const OWN = [
  { value: 'tree', label: 'Tree' },
  { value: 'timeline', label: 'Timeline' },
] as const

type TraceTabsProps = { id: string; others: readonly TraceView[]; actions?: ReactNode }

export function TraceTabs({ id, others, actions }: TraceTabsProps) {
  const { view = 'timeline' } = route.useSearch()
  const navigate = route.useNavigate()
  return (
    <ViewTabs
      id={id}
      label="View"
      tabs={[...OWN, ...others.map(({ value, label }) => ({ value, label }))]}
      value={view}
      onChange={(next) =>
        void navigate({ search: (search) => ({ ...search, view: next }), replace: true })
      }
      hasDigitKeys
      actions={actions}
    />
  )
}
