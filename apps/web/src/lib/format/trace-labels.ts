import type { SpanKind, TraceMatch } from '@lathe/contract'

type Part = TraceMatch['part']

const labels: Record<Part, string> = {
  inputs: 'Input',
  outputs: 'Output',
  events: 'Events',
  metadata: 'Attributes',
}
const labelsByKind: Partial<Record<SpanKind, Partial<Record<Part, string>>>> = {
  tool: { inputs: 'Arguments', outputs: 'Result' },
  retriever: { inputs: 'Query', outputs: 'Documents' },
}

/** The label of a span part in the detail, in search results and in diffs. */
export const partLabel = (kind: SpanKind, part: Part): string =>
  labelsByKind[kind]?.[part] ?? labels[part]

/** Log records arrive before their spans and do not contain the span name. */
const UNKNOWN = 'not received yet'

export const spanName = ({ name }: { name: string }): string => name || UNKNOWN

export const traceName = ({ title, name }: { title: string; name: string }): string =>
  title || name || UNKNOWN
