import { AIMessage, type BaseMessageChunk, type UsageMetadata } from '@langchain/core/messages'
import type { ChatGenerationChunk } from '@langchain/core/outputs'
import { type ToolCallChunk, toolCallChunks, usageIn } from '../../models/message-parts.ts'

type ToolCallParts = { id: string | undefined; name: string; args: string[] }

type Delta = { text: string; reasoning: string; toolArgs: string }

export type MessageBuilder = {
  /** Adds a chunk and returns what it added. */
  add(chunk: ChatGenerationChunk): Delta
  /** Returns the message so far. Calls with invalid JSON arguments are listed separately. */
  message(id: string): AIMessage
  readonly isEmpty: boolean
  /** The model refused, or the provider's filter withheld the answer. */
  readonly isRefusal: boolean
  readonly usage: UsageMetadata | null
  readonly finishReason: string | null
  readonly modelName: string | null
}

/** Collects chunks. LangChain's `concat` would copy the whole message for every token. */
export function createMessageBuilder(): MessageBuilder {
  const text: string[] = []
  const reasoning: string[] = []
  const refusal: string[] = []
  const calls: ToolCallParts[] = []
  const byIndex = new Map<number, ToolCallParts>()
  const metadata: Record<string, unknown> = {}
  let encryptedReasoning: object | undefined
  let usage: UsageMetadata | null = null

  const addCall = ({ index, id, name, args }: ToolCallChunk): string => {
    const existing = index === undefined ? undefined : byIndex.get(index)
    // Some servers do not number calls, or number all of them 0, so a new id starts a new call.
    const isSameMessage = existing && (!id || !existing.id || existing.id === id)
    const call = isSameMessage ? existing : { id: undefined, name: '', args: [] }
    if (call !== existing) {
      calls.push(call)
      if (index !== undefined) byIndex.set(index, call)
    }
    call.id ??= id
    call.name += name ?? ''
    if (args) call.args.push(args)
    return args ?? ''
  }

  return {
    add({ message, generationInfo }) {
      const delta: Delta = { text: '', reasoning: reasoningIn(message), toolArgs: '' }
      if (typeof message.content === 'string') delta.text = message.content
      if (delta.text !== '') text.push(delta.text)
      if (delta.reasoning !== '') reasoning.push(delta.reasoning)
      const refusalText = message.additional_kwargs['refusal']
      if (typeof refusalText === 'string') refusal.push(refusalText)
      for (const chunk of toolCallChunks(message)) delta.toolArgs += addCall(chunk)
      usage = usageIn(message) ?? usage
      encryptedReasoning = findEncryptedReasoning(message) ?? encryptedReasoning
      if (generationInfo?.['finish_reason'] != null)
        Object.assign(metadata, finishMetadata(generationInfo))
      if (message.id !== undefined) metadata['id'] ??= message.id
      return delta
    },
    message(id) {
      const message = new AIMessage({
        id,
        content: text.join(''),
        ...toolCalls(calls, id),
        additional_kwargs: {
          ...(reasoning.length > 0 && { reasoning_content: reasoning.join('') }),
          ...(refusal.length > 0 && { refusal: refusal.join('') }),
          ...(encryptedReasoning && { reasoning: encryptedReasoning }),
        },
        response_metadata: { model_provider: 'openai', ...metadata },
      })
      // The declared type has no usage.
      return Object.assign(message, usage && { usage_metadata: usage })
    },
    get isEmpty() {
      return text.length === 0 && reasoning.length === 0 && calls.length === 0
    },
    get isRefusal() {
      return refusal.length > 0 || metadata['finish_reason'] === 'content_filter'
    },
    get usage() {
      return usage
    },
    get finishReason() {
      return stringOrNull(metadata['finish_reason'])
    },
    get modelName() {
      return stringOrNull(metadata['model_name'])
    },
  }
}

const stringOrNull = (value: unknown): string | null => (typeof value === 'string' ? value : null)

function reasoningIn({ additional_kwargs: extra }: BaseMessageChunk): string {
  const reasoning = extra['reasoning_content'] ?? extra['reasoning']
  return typeof reasoning === 'string' ? reasoning : ''
}

/** The Responses API expects it with the next call. */
function findEncryptedReasoning({
  additional_kwargs: extra,
}: BaseMessageChunk): object | undefined {
  const item = extra['reasoning']
  const isKept = typeof item === 'object' && item !== null && 'encrypted_content' in item
  return isKept ? item : undefined
}

function finishMetadata(info: Record<string, unknown>): Record<string, unknown> {
  const names = ['finish_reason', 'model_name', 'system_fingerprint', 'service_tier']
  return Object.fromEntries(names.map((name) => [name, info[name]]).filter(([, v]) => v != null))
}

function toolCalls(calls: ToolCallParts[], messageId: string) {
  const parsed = calls.map(({ id, name, args }, index) => ({
    // A call without an id could not be answered.
    id: id ?? `${messageId}-${index}`,
    name,
    text: args.join(''),
  }))
  const valid = parsed.flatMap(({ id, name, text }) => {
    const args = parseArguments(text)
    return args ? [{ type: 'tool_call' as const, id, name, args }] : []
  })
  const invalid = parsed
    .filter(({ text }) => !parseArguments(text))
    .map(({ id, name, text }) => ({
      type: 'invalid_tool_call' as const,
      id,
      name,
      args: text,
      error: 'The arguments are not a JSON object',
    }))
  return {
    ...(valid.length > 0 && { tool_calls: valid }),
    ...(invalid.length > 0 && { invalid_tool_calls: invalid }),
  }
}

/** A tool without parameters may be called without arguments. */
function parseArguments(text: string): Record<string, unknown> | null {
  if (text.trim() === '') return {}
  try {
    const value: unknown = JSON.parse(text)
    const isRecord = typeof value === 'object' && value !== null && !Array.isArray(value)
    return isRecord ? { ...value } : null
  } catch {
    return null
  }
}
