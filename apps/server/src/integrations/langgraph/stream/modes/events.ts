import type { JsonObject, RunEventBody, Span } from '@lathe/contract'
import { toWireMessage } from '../../wire/messages.ts'
import type { Frame, ModeTranslation } from '../frames.ts'
import { messageMetadata } from '../message-metadata.ts'
import type { RunView } from '../run-view.ts'

const KINDS: Partial<Record<Span['kind'], string>> = {
  agent: 'chain',
  chain: 'chain',
  model: 'chat_model',
  tool: 'tool',
  retriever: 'retriever',
}

/** LangChain's `streamEvents`: the start and end of each step, with tokens between. */
export const events: ModeTranslation = ({ body }, view) => {
  if (body.type === 'span') return spanEvent(body.span, view)
  if (body.type !== 'token' || body.channel === 'tool-args') return []
  const { model } = view.findModel(body.spanId)
  return [
    spanFrame('on_chat_model_stream', {
      name: model ?? 'model',
      run_id: body.spanId,
      metadata: messageMetadata(view, body),
      data: { chunk: tokenChunk(body) },
    }),
  ]
}

const spanFrame = (event: string, rest: JsonObject): Frame => ({
  event: 'events',
  data: { event, tags: [], ...rest },
})

function spanEvent(span: Span, { facts }: RunView): Frame[] {
  const kind = KINDS[span.kind]
  if (kind === undefined) return []
  const phase = span.endedAt === null ? 'start' : span.status === 'error' ? 'error' : 'end'
  const data: JsonObject = span.error ? { error: `${span.error.code}: ${span.error.message}` } : {}
  return [
    spanFrame(`on_${kind}_${phase}`, {
      name: span.name,
      run_id: span.id,
      parent_ids: span.parentId === null ? [] : [span.parentId],
      metadata: {
        run_id: facts.runId,
        thread_id: facts.threadId,
        assistant_id: facts.agentId,
        ...(span.node !== null && { langgraph_node: span.node }),
        ...(span.superstep !== null && { langgraph_step: span.superstep }),
      },
      data,
    }),
  ]
}

function tokenChunk({
  messageId,
  channel,
  text,
}: Extract<RunEventBody, { type: 'token' }>): JsonObject {
  const content = channel === 'text' ? text : ''
  const reasoningField = channel === 'reasoning' ? { reasoning: text } : {}
  return {
    ...toWireMessage({ id: messageId, role: 'assistant', content, ...reasoningField }),
    type: 'AIMessageChunk',
  }
}
