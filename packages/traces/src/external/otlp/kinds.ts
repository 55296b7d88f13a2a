import type { JsonObject, SpanKind } from '@lathe/contract'
import { textOf } from '../fields.ts'

const OPERATIONS: Record<string, SpanKind> = {
  chat: 'model',
  text_completion: 'model',
  generate_content: 'model',
  embeddings: 'embedding',
  execute_tool: 'tool',
  retrieval: 'retriever',
  invoke_agent: 'agent',
  create_agent: 'agent',
  invoke_workflow: 'agent',
}

const LANGSMITH: Record<string, SpanKind> = {
  llm: 'model',
  chain: 'chain',
  tool: 'tool',
  retriever: 'retriever',
  embedding: 'embedding',
  prompt: 'prompt',
  parser: 'parser',
}

const OPENINFERENCE: Record<string, SpanKind> = {
  LLM: 'model',
  EMBEDDING: 'embedding',
  RETRIEVER: 'retriever',
  RERANKER: 'retriever',
  TOOL: 'tool',
  PROMPT: 'prompt',
  AGENT: 'agent',
  CHAIN: 'chain',
  GUARDRAIL: 'chain',
  EVALUATOR: 'chain',
}

const TRACELOOP: Record<string, SpanKind> = {
  workflow: 'agent',
  agent: 'agent',
  task: 'chain',
  tool: 'tool',
}

/** The inner span of a Vercel call is the call; the one around it may hold several. */
const VERCEL: [RegExp, SpanKind][] = [
  [/\.do(Generate|Stream)$/, 'model'],
  [/\.doEmbed$/, 'embedding'],
  [/^ai\.toolCall/, 'tool'],
]

/** What a span is, whichever convention says so. */
export function kindOf(attributes: JsonObject): SpanKind {
  const said = (key: string) => textOf(attributes[key]) ?? ''
  const operation = said('ai.operationId')
  const vercel = VERCEL.find(([pattern]) => pattern.test(operation.split(' ')[0] ?? ''))?.[1]
  return (
    LANGSMITH[said('langsmith.span.kind').toLowerCase()] ??
    vercel ??
    (operation === '' ? OPERATIONS[said('gen_ai.operation.name')] : 'chain') ??
    OPENINFERENCE[said('openinference.span.kind').toUpperCase()] ??
    TRACELOOP[said('traceloop.span.kind').toLowerCase()] ??
    (said('traceloop.llm.request.type') || said('llm.request.type') ? 'model' : undefined) ??
    (said('gen_ai.request.model') && hasUsage(attributes) ? 'model' : 'chain')
  )
}

const hasUsage = (attributes: JsonObject) =>
  Object.keys(attributes).some((key) => key.startsWith('gen_ai.usage.'))
