import type { ReplayMode, Span, Trace } from '@lathe/contract'
import { useSuspenseQuery } from '@tanstack/react-query'
import { api } from '../../../lib/api.ts'
import { ReplayForm } from './replay-form.tsx'

type GraphFormProps = {
  trace: Trace
  spans: readonly Span[]
  selected: Span | undefined
  mode: ReplayMode
  onMode: (mode: ReplayMode) => void
}

/** The form, once the graph that ran is there. */
export function GraphForm(props: GraphFormProps) {
  const { data } = useSuspenseQuery(api.runs.graph.queryOptions({ input: { id: props.trace.id } }))
  return <ReplayForm {...props} graph={data} />
}
