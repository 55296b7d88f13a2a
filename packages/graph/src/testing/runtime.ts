import { AIMessage, BaseMessage } from '@langchain/core/messages'
import { interrupt } from '@langchain/langgraph'
import type { Json, JsonObject, Message, PinnedOutput } from '@lathe/contract'
import { ErrorCode, InterruptAnswer } from '@lathe/contract'
import { runScript } from './sandbox.ts'
import type { GraphRuntime, ModelCallOptions, RuntimeTool } from '../compile/runtime.ts'

export type ScriptedReply = string | AIMessage | Error | ((call: ModelCall) => string | AIMessage)

export type ModelCall = { messages: BaseMessage[]; options: ModelCallOptions; path: string }

type Script = {
  /** One reply per call, in order; a function sees the call. */
  replies?: readonly ScriptedReply[]
  tools?: readonly RuntimeTool[]
  /** Results of every search. */
  found?: readonly JsonObject[]
  pinned?: Record<string, PinnedOutput>
  /** A call after the last reply stays pending instead of failing. */
  pending?: boolean
}

/** Creates a runtime with a scripted model and an unlimited sandbox. */
export function testRuntime({
  replies = [],
  tools = [],
  pinned = {},
  found = [],
  pending = false,
}: Script = {}) {
  const calls: ModelCall[] = []
  const evaluated: string[] = []
  const executed: string[] = []
  const refusals: string[] = []
  const reported: BaseMessage[] = []
  const searches: object[] = []
  const runtime: GraphRuntime = {
    chatModel: (_, { path }) => ({
      async invoke(messages, options) {
        options.signal?.throwIfAborted()
        const reply = replies[calls.length]
        const call = { messages: [...messages], options, path }
        calls.push(call)
        if (reply === undefined && pending) return new Promise(() => {})
        if (reply === undefined) throw new Error(`No reply is scripted for call ${calls.length}`)
        const answer = typeof reply === 'function' ? reply(call) : reply
        if (answer instanceof Error) throw answer
        return typeof answer === 'string' ? new AIMessage(answer) : answer
      },
    }),
    retrieve: async (search) => {
      searches.push(search)
      return [...found]
    },
    tool: (name) => tools.find((tool) => tool.name === name),
    within: (_, __, execute) => execute(),
    rejectedCall: ({ name }) => void refusals.push(name),
    message: (message) => void reported.push(message),
    prompt: async ({ name }) => [{ role: 'user', text: `${name}: {{topic}}` }],
    runNode: (call, _, execute) => {
      executed.push(call.path)
      return execute()
    },
    pinned: ({ path }) => pinned[path],
    left: () => {},
    ask: (question, { path }) => InterruptAnswer.parse(interrupt({ ...question, node: path })),
    evaluate(source, scope) {
      evaluated.push(source)
      return runScript(source, scope)
    },
    test(source, scope) {
      evaluated.push(source)
      return Boolean(runScript(source, scope))
    },
    cacheKey(source, scope) {
      evaluated.push(source)
      return runScript(source, scope)
    },
    runCode: async (source, scope) => runScript(source, scope),
    reduce: (source, current, update) => runScript(source, { current, update }),
    reduceAhead: () => {},
    toJson,
    describeError(error) {
      const { code, message, name } = error as { code?: unknown; message: string; name: string }
      const parsedCode = ErrorCode.safeParse(code)
      if (name === 'AbortError') return { code: 'ABORTED', message }
      if (name === 'NodeTimeoutError') return { code: 'TIMEOUT', message }
      return { code: parsedCode.success ? parsedCode.data : 'INTERNAL', message }
    },
    now: () => 1_000_000,
  }
  return { runtime, calls, evaluated, executed, refused: refusals, reported, searches }
}

function toJson(value: unknown): Json {
  if (BaseMessage.isInstance(value)) return toJson(asMessage(value))
  if (Array.isArray(value)) return value.map(toJson)
  if (typeof value !== 'object' || value === null) return (value ?? null) as Json
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, toJson(member)]))
}

const ROLES: Record<string, Message['role']> = {
  human: 'user',
  ai: 'assistant',
  tool: 'tool',
  system: 'system',
}

function asMessage(message: BaseMessage): Message {
  return {
    role: ROLES[message.type] ?? 'user',
    content: message.text,
    ...(message.id && { id: message.id }),
  }
}

export function testTool(
  name: string,
  run: RuntimeTool['run'],
  fields: Partial<RuntimeTool> = {},
): RuntimeTool {
  return {
    name,
    description: `Does ${name}`,
    schema: { type: 'object' },
    effect: 'pure',
    run,
    ...fields,
  }
}

/** Returns a model message with tool calls. */
export function calling(...calls: [name: string, args: JsonObject][]): AIMessage {
  return new AIMessage({
    content: '',
    tool_calls: calls.map(([name, args], index) => ({
      id: `call-${name}-${index}`,
      name,
      args,
      type: 'tool_call',
    })),
  })
}
