import type { LangGraphRunnableConfig } from '@langchain/langgraph'
import type { Answer, ModelSettings } from '@lathe/contract'
import type { GraphRuntime, NodeCall, RuntimeTool, ToolChoice } from '../runtime.ts'

export type LoopCaps = {
  steps: number
  modelCalls?: number | undefined
  toolCalls?: number | undefined
  tokens?: number | undefined
}

export type ToolParts = {
  id: string
  title: string
  runtime: GraphRuntime
  tools: readonly RuntimeTool[]
  /** Names of the tools that wait for a human. */
  approvals: ReadonlySet<string>
}

export type LoopParts = ToolParts & {
  model: ModelSettings
  toolChoice: ToolChoice | undefined
  /** False leaves the calls to whoever comes next, as a model node does. */
  runsTools: boolean
  answer: Answer | undefined
  caps: LoopCaps
  summarize: { afterTokens: number; keepMessages: number } | undefined
}

export function stepCall(id: string, step: string, config: LangGraphRunnableConfig): NodeCall {
  return { path: `${id}/${step}`, config }
}
