import {
  type Json,
  type JsonObject,
  type Message,
  type RunEventBody,
  isJsonObject,
} from '@lathe/contract'
import { toUsageMetadata } from '@lathe/traces'
import type { RunView } from '../stream/run-view.ts'
import { writtenMessages } from '../stream/written-messages.ts'
import type { ProtocolBody } from './protocol-event.ts'

type EventBody<T> = Extract<RunEventBody, { type: T }>
type Block = { index: number; channel: 'text' | 'reasoning'; text: string }

const ROLES = { system: 'system', user: 'human', assistant: 'ai', tool: 'tool' } as const

/** Translates messages into content blocks that start, grow and finish. */
export function messageTranslation() {
  /** Open block of each growing message, null between two blocks. */
  const openBlocks = new Map<string, Block>()
  const sentIds = new Set<string>()

  return (body: RunEventBody, view: RunView): ProtocolBody[] => {
    switch (body.type) {
      case 'token':
        return body.channel === 'tool-args' ? [] : grow(body, view)
      case 'message':
        return finishMessage(body, view)
      case 'node-end':
        return writtenMessages(body, view.facts.document, sentIds).flatMap((message) =>
          wholeMessage(message, { ...body, spanId: null }, view),
        )
      default:
        return []
    }
  }

  function grow(body: EventBody<'token'>, view: RunView): ProtocolBody[] {
    const { messageId: id, text } = body
    const channel = body.channel === 'reasoning' ? 'reasoning' : 'text'
    const createEvent = eventFactory(body, view)
    const openBlock = openBlocks.get(id)
    const events: ProtocolBody[] = []
    if (!openBlock) events.push(createEvent(startMessage(id, 'assistant', body.spanId, view)))
    let block = openBlock
    if (block?.channel !== channel) {
      if (block) events.push(createEvent(finished(block)))
      block = { index: block ? block.index + 1 : 0, channel, text: '' }
      events.push(createEvent(blockEvent('content-block-start', block.index, blockContent(block))))
    }
    openBlocks.set(id, block)
    block.text += text
    const delta = channel === 'text' ? { type: 'text-delta', text } : reasoningDelta(text)
    return [...events, createEvent({ event: 'content-block-delta', index: block.index, delta })]
  }

  function finishMessage(body: EventBody<'message'>, view: RunView): ProtocolBody[] {
    const { message, spanId } = body
    if (message.id === undefined) return []
    const block = openBlocks.get(message.id)
    const isNew = block === undefined && !sentIds.has(message.id)
    sentIds.add(message.id)
    if (isNew) return wholeMessage(message, body, view)
    if (!block) return []
    openBlocks.delete(message.id)
    const createEvent = eventFactory(body, view)
    return [
      createEvent(finished(block)),
      ...callBlocks(message, block.index + 1).map(createEvent),
      createEvent(messageFinish(spanId, view)),
    ]
  }
}

/** Emits a message that was not streamed. */
function wholeMessage(
  message: Message,
  origin: Pick<EventBody<'message'>, 'node' | 'spanId'>,
  view: RunView,
): ProtocolBody[] {
  const createEvent = eventFactory(origin, view)
  const text = messageText(message)
  const content = { type: 'text', text }
  const blocks =
    text === ''
      ? []
      : [
          blockEvent('content-block-start', 0, content),
          blockEvent('content-block-finish', 0, content),
        ]
  const { id = '', role, toolCallId } = message
  const start = startMessage(id, role, origin.spanId, view)
  return [
    createEvent(toolCallId === undefined ? start : { ...start, tool_call_id: toolCallId }),
    ...blocks.map(createEvent),
    ...callBlocks(message, blocks.length > 0 ? 1 : 0).map(createEvent),
    createEvent(messageFinish(origin.spanId, view)),
  ]
}

const eventFactory =
  ({ node }: { node: string }, view: RunView) =>
  (data: JsonObject): ProtocolBody => ({
    method: 'messages',
    namespace: view.findNamespace(node),
    node: node.split('/').at(-1) ?? node,
    data,
  })

function startMessage(
  id: string,
  role: Message['role'],
  spanId: string | null,
  view: RunView,
): JsonObject {
  const { model, provider } = view.findModel(spanId)
  const { runId, threadId } = view.facts
  const metadata = { run_id: runId, thread_id: threadId, model, provider }
  return { event: 'message-start', id, role: ROLES[role], metadata }
}

const blockEvent = (event: string, index: number, content: JsonObject): JsonObject => ({
  event,
  index,
  content,
})

const blockContent = ({ channel, text }: Block): JsonObject =>
  channel === 'text' ? { type: 'text', text } : { type: 'reasoning', reasoning: text }

const finished = (block: Block) =>
  blockEvent('content-block-finish', block.index, blockContent(block))

const reasoningDelta = (reasoning: string): JsonObject => ({ type: 'reasoning-delta', reasoning })

const callBlocks = ({ toolCalls = [] }: Message, from: number): JsonObject[] =>
  toolCalls.flatMap(({ id, name, args }, index) => [
    blockEvent('content-block-start', from + index, {
      type: 'tool_call_chunk',
      id,
      name,
      args: '',
    }),
    blockEvent('content-block-finish', from + index, { type: 'tool_call', id, name, args }),
  ])

function messageFinish(spanId: string | null, view: RunView): JsonObject {
  const usage = view.findUsage(spanId)
  return { event: 'message-finish', ...(usage && { usage: toUsageMetadata(usage) }) }
}

function messageText({ content }: Message): string {
  if (typeof content === 'string') return content
  return content.map((part: Json) => textIn(part)).join('')
}

function textIn(part: Json): string {
  const text = isJsonObject(part) ? part['text'] : undefined
  return typeof text === 'string' ? text : ''
}
