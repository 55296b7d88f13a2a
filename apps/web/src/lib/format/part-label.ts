import type { SpanKind, TraceMatch } from '@lathe/contract'

type Part = TraceMatch['part']

const words: Record<Part, string> = {
  inputs: 'Input',
  outputs: 'Output',
  events: 'Events',
  metadata: 'Attributes',
}
const wordsOf: Partial<Record<SpanKind, Partial<Record<Part, string>>>> = {
  tool: { inputs: 'Arguments', outputs: 'Result' },
  retriever: { inputs: 'Query', outputs: 'Documents' },
}

/** The label of a span part in the detail, in search results and in diffs. */
export const partWord = (kind: SpanKind, part: Part): string => wordsOf[kind]?.[part] ?? words[part]
