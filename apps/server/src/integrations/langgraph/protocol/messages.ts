import type { Json, JsonObject, Message, RunEventBody } from '@lathe/contract'
import { toUsageMetadata } from '@lathe/traces'
import type { RunView } from '../stream/run-view.ts'
import { writtenMessages } from '../stream/written-messages.ts'
import { isObject } from '../wire/messages.ts'
import type { ProtocolBody } from './protocol-event.ts'

type Of<T> = Extract<RunEventBody, { type: T }>
type Block = { index: number; channel: 'text' | 'reasoning'; text: string }

const ROLES = { system: 'system', user: 'human', assistant: 'ai', tool: 'tool' } as const

/** Translates messages into content blocks that start, grow and finish. */
export function messageTranslation() {
  /** Open block of each growing message, null between two blocks. */
  const open = new Map<string, Block>()
  const sentIds = new Set<string>()

  return (body: RunEventBody, view: RunView): ProtocolBody[] => {
    switch (body.type) {
      case 'token':
        return body.channel === 'tool-args' ? [] : grow(body, view)
      case 'message':
        return end(body, view)
      case 'node-end':
        return writtenMessages(body, view.facts.document, sentIds).flatMap((message) =>
          wholeMessage(message, { ...body, spanId: null }, view),
        )
      default:
        return []
    }
  }

  function grow(body: Of<'token'>, view: RunView): ProtocolBody[] {
    const { messageId: id, text } = body
    const channel = body.channel === 'reasoning' ? 'reasoning' : 'text'
    const say = teller(body, view)
    const before = open.get(id)
    const events: ProtocolBody[] = []
    if (!before) events.push(say(started(id, 'assistant', body.spanId, view)))
    let block = before
    if (block?.channel !== channel) {
      if (block) events.push(say(finished(block)))
      block = { index: block ? block.index + 1 : 0, channel, text: '' }
      events.push(say(blockEvent('content-block-start', block.index, blockContent(block))))
    }
    open.set(id, block)
    block.text += text
    const delta = channel === 'text' ? { type: 'text-delta', text } : reasoningDelta(text)
    return [...events, say({ event: 'content-block-delta', index: block.index, delta })]
  }

  function end(body: Of<'message'>, view: RunView): ProtocolBody[] {
    const { message, spanId } = body
    if (message.id === undefined) return []
    const block = open.get(message.id)
    const isNew = block === undefined && !sentIds.has(message.id)
    sentIds.add(message.id)
    if (isNew) return wholeMessage(message, body, view)
    if (!block) return []
    open.delete(message.id)
    const say = teller(body, view)
    return [
      say(finished(block)),
      ...callBlocks(message, block.index + 1).map(say),
      say(messageFinish(spanId, view)),
    ]
  }
}

/** Emits a message that was not streamed. */
function wholeMessage(
  message: Message,
  place: Pick<Of<'message'>, 'node' | 'spanId'>,
  view: RunView,
): ProtocolBody[] {
  const say = teller(place, view)
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
  const start = started(id, role, place.spanId, view)
  return [
    say(toolCallId === undefined ? start : { ...start, tool_call_id: toolCallId }),
    ...blocks.map(say),
    ...callBlocks(message, blocks.length > 0 ? 1 : 0).map(say),
    say(messageFinish(place.spanId, view)),
  ]
}

const teller =
  ({ node }: { node: string }, view: RunView) =>
  (data: JsonObject): ProtocolBody => ({
    method: 'messages',
    namespace: view.findNamespace(node),
    node: node.split('/').at(-1) ?? node,
    data,
  })

function started(
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
  const text = isObject(part) ? part['text'] : undefined
  return typeof text === 'string' ? text : ''
}
