import type { JsonObject, SpanKind } from '@lathe/contract'
import { nonEmptyText } from '../fields.ts'
import { langfuseKind } from './dialects/langfuse.ts'
import type { OtlpSpan } from './otlp-span.ts'

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

/** The inner Vercel span is the model call. The outer one may contain several calls. */
const VERCEL: [RegExp, SpanKind][] = [
  [/\.do(Generate|Stream)$/, 'model'],
  [/\.doEmbed$/, 'embedding'],
  [/^ai\.toolCall/, 'tool'],
]

/** Returns the kind of a span by any convention. */
export function spanKind({ attributes, scope }: OtlpSpan): SpanKind {
  const readText = (key: string) => nonEmptyText(attributes[key]) ?? ''
  const operation = readText('ai.operationId')
  const vercel = VERCEL.find(([pattern]) => pattern.test(operation.split(' ')[0] ?? ''))?.[1]
  return (
    LANGSMITH[readText('langsmith.span.kind').toLowerCase()] ??
    vercel ??
    (operation === '' ? operationKind(attributes, scope) : 'chain') ??
    langfuseKind(attributes) ??
    OPENINFERENCE[readText('openinference.span.kind').toUpperCase()] ??
    traceloopKind(attributes) ??
    (readText('traceloop.llm.request.type') || readText('llm.request.type')
      ? 'model'
      : undefined) ??
    (readText('gen_ai.request.model') && hasUsage(attributes) ? 'model' : 'chain')
  )
}

function operationKind(attributes: JsonObject, scope: string): SpanKind | undefined {
  const operation = nonEmptyText(attributes['gen_ai.operation.name']) ?? ''
  // The Vercel SDK wraps its requests in a span of the same operation without token counts.
  const isWrapper = operation === 'embeddings' && scope === 'gen_ai' && !hasUsage(attributes)
  return isWrapper ? 'chain' : OPERATIONS[operation]
}

/** Traceloop reports every LangChain step as a workflow. */
function traceloopKind(attributes: JsonObject): SpanKind | undefined {
  const isStep =
    attributes['gen_ai.operation.name'] === 'workflow' &&
    !/Graph$|^AgentExecutor$/.test(nonEmptyText(attributes['traceloop.workflow.name']) ?? '')
  const kind = nonEmptyText(attributes['traceloop.span.kind'])?.toLowerCase() ?? ''
  return isStep ? 'chain' : TRACELOOP[kind]
}

const hasUsage = (attributes: JsonObject) =>
  Object.keys(attributes).some((key) => key.startsWith('gen_ai.usage.'))
