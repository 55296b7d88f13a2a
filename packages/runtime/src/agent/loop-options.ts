import type { LangGraphRunnableConfig } from '@langchain/langgraph'
import type { AIMessage, BaseMessage, ToolMessage } from '@langchain/core/messages'
import type { Json, JsonObject, JsonSchema } from '../json.ts'
import type { ReviewDecision } from '../review/review-request.ts'
import type { AnswerFormat, Validate } from '../structured-output.ts'

export type ToolCall = { id: string; name: string; args: JsonObject }

/** A tool as the loop knows it. Arguments are validated unless the schema is null. */
export type LoopTool = { name: string; schema: JsonSchema | null }

/** A step of the loop, with the config of its task. */
export type LoopStep = { step: string; config: LangGraphRunnableConfig }

export type ModelRequest = {
  messages: BaseMessage[]
  /** Whether the model may call the loop's tools. */
  offersTools: boolean
  format?: AnswerFormat | undefined
}

/** The functions that the loop calls. Lathe records spans here; an exported project calls LangChain's models and tools. */
export type LoopHost = {
  callModel(request: ModelRequest, step: LoopStep): Promise<AIMessage>
  runTool(call: ToolCall, step: LoopStep): Promise<ToolMessage | ToolMessage['content']>
  /** Returns a decision per call, in their order. Pauses the run until they exist. */
  review(calls: readonly ToolCall[], step: LoopStep): readonly (ReviewDecision | undefined)[]
  validate: Validate
  /** Returns what the model reads, or null for an error that ends the run. */
  describeToolError(error: unknown): string | null
  /** Receives each result when it exists, before the node ends. */
  onMessage?(message: BaseMessage, step: LoopStep): void
  onInvalidCall?(call: ToolCall, reason: string, step: LoopStep): void
}

export type AgentLimits = {
  /** Rounds of the loop. */
  steps: number
  modelCalls?: number | undefined
  toolCalls?: number | undefined
  tokens?: number | undefined
}

export type Summarize = { afterTokens: number; keepMessages: number }

export type ToolOptions = {
  name: string
  tools: readonly LoopTool[]
  /** Names of the tools whose calls wait for a person. */
  approvals: ReadonlySet<string>
  host: LoopHost
  /** Whether each call's task also receives the messages, for tools that read them from their input. */
  sendsMessages?: boolean
  /** Metadata of a step's node. */
  metadata?: (step: string) => Record<string, unknown>
}

export type LoopOptions = ToolOptions & {
  /** False leaves the calls to a later node. */
  runsTools: boolean
  answer: AnswerFormat | undefined
  limits: AgentLimits
  summarize: Summarize | undefined
}

/** The loop's own state. It sees nothing of the outer state but its prompt. */
export type LoopState = {
  messages: BaseMessage[]
  modelCalls: number
  toolCalls: number
  tokens: number
  /** How often the structured answer was requested on its own. */
  asked: number
  /** The structured answer. */
  result: Json
}

export type LoopUpdate = Partial<LoopState>

/** The names of the loop's nodes, which are part of a recording's addresses. */
export const STEPS = {
  summarize: 'summarize',
  model: 'model',
  approve: 'approve',
  tools: 'tools',
  answer: 'answer',
} as const
