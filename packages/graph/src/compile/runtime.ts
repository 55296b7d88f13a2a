import type { BaseMessage } from '@langchain/core/messages'
import type { LangGraphRunnableConfig } from '@langchain/langgraph'
import type {
  Effect,
  ErrorCode,
  GraphDocument,
  InterruptAnswer,
  Json,
  JsonObject,
  JsonSchema,
  ModelSettings,
  PinnedOutput,
  PromptMessage,
  SearchQuery,
  ToolCall,
} from '@lathe/contract'
import type { ResponseFormat } from '@lathe-ai/runtime'
import type { Question } from '../interrupt/question.ts'

export type { Question }

/** One execution of a node that calls the engine. */
export type NodeCall = {
  /** Path of the node and its step: `research`, `research/tools`. */
  path: string
  /** LangGraph's config: the abort signal, callbacks, superstep, task and checkpoint namespace. */
  config: LangGraphRunnableConfig
}

/** `path` is a node of this document. */
export type NodeRun = NodeCall & { document: GraphDocument }

export type ToolDefinition = {
  type: 'function'
  function: { name: string; description: string; parameters: JsonSchema }
}

export type ToolChoice =
  | 'auto'
  | 'none'
  | 'required'
  | { type: 'function'; function: { name: string } }

export type ModelCallOptions = LangGraphRunnableConfig & {
  tools?: ToolDefinition[]
  tool_choice?: ToolChoice
  response_format?: ResponseFormat
}

/** The part of LangChain's chat model that compiled graphs need. */
export type ChatModel = {
  invoke(messages: BaseMessage[], options: ModelCallOptions): Promise<BaseMessage>
}

export type RuntimeTool = {
  name: string
  description: string
  schema: JsonSchema
  effect: Effect
  /** Runs the tool. The arguments satisfy `schema`; a model reads a thrown error as the result. */
  run(args: JsonObject, call: NodeCall & { toolCallId: string }): Promise<Json>
}

/** A reference to a registry prompt; the default is the label `production`. */
export type PromptRef = {
  name: string
  label?: string | undefined
  version?: number | undefined
}

/**
 * The engine's services for a compiled graph. Each may reject a call, and aborts with
 * `call.config.signal`.
 */
export type GraphRuntime = {
  /**
   * Wraps every execution of a document's node; `input` is the node's complete input, for spans and
   * node events. A retried or resumed task calls it again. Nodes of a called agent run inside the
   * execution of the calling node.
   */
  runNode<T>(call: NodeRun, input: unknown, execute: () => Promise<T>): Promise<T>
  /** Returns the pinned output of the running node, which replaces its execution. */
  pinned(call: NodeCall): PinnedOutput | undefined
  /** Reports the port that a node with several ports chose. */
  left(call: NodeCall, port: string): void
  /**
   * Pauses the task at the first call (LangGraph's `interrupt`); returns the answer when the task
   * runs again.
   */
  ask(question: Question, call: NodeCall): InterruptAnswer
  chatModel(settings: ModelSettings, call: NodeCall): ChatModel | Promise<ChatModel>
  /** Searches a collection, best result first. */
  retrieve(search: SearchQuery & { collection: string }, call: NodeCall): Promise<JsonObject[]>
  /** Returns undefined if the tool does not exist. */
  tool(name: string): RuntimeTool | undefined
  /** Runs a tool that is a graph: its executions belong to the call. */
  within(call: ToolCall, context: NodeCall, execute: () => Promise<Json>): Promise<Json>
  /** Reports a call that no tool can run; `reason` is the result the model reads. */
  rejectedCall(call: ToolCall, reason: string, context: NodeCall): void
  /** Reports a message when it exists. Its node writes it to the conversation only when it ends. */
  message(message: BaseMessage, context: NodeCall): void
  prompt(ref: PromptRef, call: NodeCall): Promise<PromptMessage[]>
  /**
   * Evaluates an expression with each name of `scope` as a variable; undefined becomes null. Also
   * called outside nodes, for a fan-out at the start or after an error; the config is then that of
   * the task. Returns a promise if the evaluation would block the event loop for too long.
   */
  evaluate(source: string, scope: JsonObject, call: NodeCall): Json | Promise<Json>
  /** Like `evaluate`, but returns whether the value is truthy. */
  test(source: string, scope: JsonObject, call: NodeCall): boolean | Promise<boolean>
  /** Evaluates a cache key, without access to time or randomness. LangGraph cannot await it. */
  cacheKey(source: string, scope: JsonObject): Json
  /** Runs a function body that may await; null if it returns nothing. */
  runCode(source: string, scope: JsonObject, call: NodeCall): Promise<Json>
  /**
   * Runs a reducer's function body over `current` and `update`, outside a node and without access
   * to time or randomness.
   */
  reduce(source: string, current: Json, update: Json): Json
  /** Computes a `reduce` in advance, because LangGraph cannot await the reducer itself. */
  reduceAhead(source: string, current: Json, update: Json): void | Promise<void>
  /** Converts state to plain data, with messages as in the contract. */
  toJson(value: unknown): Json
  /** Describes an error for the target of an error edge, which reads it as `error`. */
  describeError(error: unknown): { code: ErrorCode; message: string }
  /** Microseconds since the epoch. */
  now(call: NodeCall): number
}
