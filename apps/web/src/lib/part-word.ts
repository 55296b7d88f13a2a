import type { SpanKind, TraceHit } from '@lathe/contract'

type Part = TraceHit['part']

const words: Record<Part, string> = {
  inputs: 'Input',
  outputs: 'Output',
  events: 'Events',
  metadata: 'Attributes',
}
const wordsOf: Partial<Record<SpanKind, Partial<Record<Part, string>>>> = {
  tool: { inputs: 'Arguments', outputs: 'Result' },
  retriever: { inputs: 'Search', outputs: 'Found' },
}

/** What a part of a span is called, wherever it is shown. */
export const partWord = (kind: SpanKind, part: Part): string => wordsOf[kind]?.[part] ?? words[part]
