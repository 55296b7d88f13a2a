import { SystemMessage } from '@langchain/core/messages'
import type { AIMessage, AIMessageChunk, BaseMessage } from '@langchain/core/messages'
import { getConfig } from '@langchain/langgraph'
import type { LangGraphRunnableConfig } from '@langchain/langgraph'
import { isObject } from '../json.ts'
import type { JsonSchema } from '../json.ts'
import { addedMessages, toReply, withPromptIds } from '../messages.ts'
import { reviewCalls } from '../review/tool-review.ts'
import { callForAnswer, validateSchema } from '../structured-output.ts'
import type { AnswerFormat, StreamingModel } from '../structured-output.ts'
import { buildLoop, buildToolRunner, recursionLimit } from './loop.ts'
import type { AgentLimits, LoopHost, LoopState, LoopTool, Summarize } from './loop-options.ts'
import { invokeTool } from './call-tool.ts'
import type { AgentTool } from './call-tool.ts'
import { runNested } from './nested.ts'
import type { NestedChunk } from './nested.ts'

type InvokableModel = {
  invoke(messages: BaseMessage[], options?: object): Promise<AIMessage | AIMessageChunk>
}

/** The part of LangChain's chat model that an agent needs. */
export type AgentModel = StreamingModel &
  InvokableModel & { bindTools(tools: AgentTool[]): InvokableModel }

const DEFAULT_STEPS = 25

export type AgentOptions = {
  /** The agent's node, for error messages and traces. */
  name: string
  model: AgentModel
  tools?: readonly AgentTool[]
  systemPrompt?: string
  /** Names of the tools whose calls wait for a person. */
  approvals?: readonly string[]
  /** The format of the agent's last answer. */
  responseFormat?: AnswerFormat
  /** 25 rounds of the loop by default. */
  limits?: Partial<AgentLimits>
  /** Replaces the older part of a conversation that is longer. */
  summarize?: Summarize
}

export type AgentInput = {
  messages: readonly BaseMessage[]
  /** The conversation that `messages` contains, for an agent that may shorten it. */
  conversation?: readonly BaseMessage[]
}

export type AgentResult<Answer> = {
  /** The messages that the agent added to its prompt. If it shortened the conversation, the whole new conversation. */
  newMessages: BaseMessage[]
  /** The text of the last reply. */
  text: string
  structuredResponse: Answer
}

/** Creates an agent: a model that calls tools in a loop until it answers. */
export function createAgent<Answer = null>({
  name,
  model,
  tools = [],
  systemPrompt,
  approvals = [],
  responseFormat,
  limits,
  summarize,
}: AgentOptions) {
  const steps: AgentLimits = { steps: DEFAULT_STEPS, ...limits }
  const graph = buildLoop({
    name,
    tools: tools.map(toLoopTool),
    runsTools: true,
    approvals: new Set(approvals),
    answer: responseFormat,
    limits: steps,
    summarize,
    host: langChainHost(tools, model),
    sendsMessages: true,
  })
  return {
    graph,
    /** Runs the agent on a prompt. Inside a node, the run belongs to the node's. */
    async invoke({ messages, conversation = [] }: AgentInput): Promise<AgentResult<Answer>> {
      const system = systemPrompt === undefined ? [] : [new SystemMessage(systemPrompt)]
      const prompt = withPromptIds([...system, ...messages])
      const config = { ...currentConfig(), recursionLimit: recursionLimit(steps) }
      const end = await runNested<LoopState>(config, {
        // The cast holds: the states are what the loop's channels hold.
        stream: (nested) =>
          graph.stream({ messages: prompt }, nested) as Promise<
            AsyncIterable<NestedChunk<LoopState>>
          >,
      })
      return {
        newMessages: addedMessages(prompt, end.messages, conversation),
        text: end.messages.at(-1)?.text ?? '',
        structuredResponse: end.result as Answer,
      }
    },
  }
}

export type ToolRunnerOptions = {
  name: string
  tools: readonly AgentTool[]
  approvals?: readonly string[]
}

/** Creates a runner of the tool calls that the last reply of a conversation waits for. */
export function createToolRunner({ name, tools, approvals = [] }: ToolRunnerOptions) {
  const graph = buildToolRunner({
    name,
    tools: tools.map(toLoopTool),
    approvals: new Set(approvals),
    host: langChainHost(tools),
    sendsMessages: true,
  })
  return {
    graph,
    /** Returns the messages to add to the conversation. */
    async invoke(conversation: readonly BaseMessage[]): Promise<BaseMessage[]> {
      const ids = new Set(conversation.map(({ id }) => id))
      const end = await runNested<LoopState>(currentConfig(), {
        stream: (nested) =>
          graph.stream({ messages: [...conversation] }, nested) as Promise<
            AsyncIterable<NestedChunk<LoopState>>
          >,
      })
      const before = new Set<BaseMessage>(conversation)
      return end.messages.filter((message) => !before.has(message) && !isKept(message, ids))
    },
  }
}

const isKept = ({ id }: BaseMessage, ids: ReadonlySet<string | undefined>) => ids.has(id)

/** The config of the node that runs, or an empty one outside a graph. */
const currentConfig = (): LangGraphRunnableConfig =>
  (getConfig() as LangGraphRunnableConfig | undefined) ?? {}

function toLoopTool({ name, schema }: AgentTool): LoopTool {
  // A tool with a zod schema parses its arguments itself.
  const isJsonSchema = isObject(schema) && !('_zod' in schema) && !('_def' in schema)
  return { name, schema: isJsonSchema ? (schema as JsonSchema) : null }
}

function langChainHost(tools: readonly AgentTool[], model?: AgentModel): LoopHost {
  const bound = model && tools.length > 0 ? model.bindTools([...tools]) : model
  return {
    async callModel({ messages, offersTools, format }, { config }) {
      if (!model || !bound) throw new Error('A tool runner calls no model')
      if (format) return callForAnswer(model, format, messages, config)
      return toReply(await (offersTools ? bound : model).invoke(messages, config))
    },
    runTool: (call, { config }) => {
      const tool = tools.find(({ name }) => name === call.name)
      if (!tool) throw new Error(`There is no tool ${call.name}`)
      return invokeTool(tool, { ...call, type: 'tool_call' }, config)
    },
    review: (calls) => reviewCalls(calls, tools),
    validate: validateSchema,
    describeToolError: (error) => (error instanceof Error ? error.message : String(error)),
  }
}
