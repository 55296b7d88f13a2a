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
  /** The document's node, and the part of it where it has parts: `research`, `research/tools`. */
  path: string
  /** LangGraph's own: the abort signal, callbacks, superstep, task and checkpoint namespace. */
  config: LangGraphRunnableConfig
}

/** `path` is the node of this document. */
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

/** A chat model of LangChain, as far as compiled graphs need it. */
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

/** Where a registry prompt is found; without label or version its `production` label. */
export type PromptRef = {
  name: string
  label?: string | undefined
  version?: number | undefined
}

/** The engine's services for a compiled graph. Each may reject a call, and stops with `call.config.signal`. */
export type GraphRuntime = {
  /**
   * Every execution of a document's node happens inside `execute`, with the node's whole input: it is what
   * spans and node events are made of. A retried or resumed task comes here again. The nodes of a called
   * agent come here inside the execution of the node that calls it.
   */
  runNode<T>(call: NodeRun, input: unknown, execute: () => Promise<T>): Promise<T>
  /** Returns the pinned output of the running node, which replaces its execution. */
  pinned(call: NodeCall): PinnedOutput | undefined
  /** Reports the port that a node with several ports chose. */
  left(call: NodeCall, port: string): void
  /** Pauses the task the first time (LangGraph's `interrupt`); gives the answer when it runs again. */
  ask(question: Question, call: NodeCall): InterruptAnswer
  chatModel(settings: ModelSettings, call: NodeCall): ChatModel | Promise<ChatModel>
  /** Searches a collection, best result first. */
  retrieve(search: SearchQuery & { collection: string }, call: NodeCall): Promise<JsonObject[]>
  /** Undefined when there is no such tool. */
  tool(name: string): RuntimeTool | undefined
  /** Runs a tool that is a graph: its executions belong to the call. */
  within(call: ToolCall, at: NodeCall, execute: () => Promise<Json>): Promise<Json>
  /** Reports a call that no tool can run; `reason` is the result the model reads. */
  refused(call: ToolCall, reason: string, at: NodeCall): void
  /** Reports a message when it exists. Its node writes it to the conversation only when it ends. */
  message(message: BaseMessage, at: NodeCall): void
  prompt(ref: PromptRef, call: NodeCall): Promise<PromptMessage[]>
  /**
   * The value of an expression; undefined becomes null. Each name of `scope` is a variable. Also called
   * where no node runs, for a fan-out at the start or after an error: its config is that task's own. A promise
   * where it takes longer than the event loop may be blocked.
   */
  evaluate(source: string, scope: JsonObject, call: NodeCall): Json | Promise<Json>
  /** As `evaluate`, by JavaScript's truthiness. */
  test(source: string, scope: JsonObject, call: NodeCall): boolean | Promise<boolean>
  /** The value of a cache's key, which sees no clock and no chance. LangGraph cannot wait for it. */
  cacheKey(source: string, scope: JsonObject): Json
  /** A function body that may await; null when it returns nothing. */
  runCode(source: string, scope: JsonObject, call: NodeCall): Promise<Json>
  /** A reducer's function body over `current` and `update`: no node runs, so no clock, no chance. */
  reduce(source: string, current: Json, update: Json): Json
  /** Computes a `reduce` that is about to be needed. LangGraph cannot wait for the reducer itself. */
  reduceAhead(source: string, current: Json, update: Json): void | Promise<void>
  /** State as plain data: messages as the contract has them. */
  toJson(value: unknown): Json
  /** Describes an error for the target of an error edge, which reads it as `error`. */
  describeError(error: unknown): { code: ErrorCode; message: string }
  /** Microseconds since the epoch. */
  now(call: NodeCall): number
}
