import type { SpanKind } from '@lathe/contract'

/** What LangSmith calls each kind of span. */
export const LANGSMITH_RUN_TYPES = {
  agent: 'chain',
  chain: 'chain',
  model: 'llm',
  tool: 'tool',
  retriever: 'retriever',
  embedding: 'embedding',
  prompt: 'prompt',
  parser: 'parser',
} as const satisfies Record<SpanKind, string>
