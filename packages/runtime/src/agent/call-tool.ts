import type { ToolMessage } from '@langchain/core/messages'

/** The part of LangChain's tool that a graph needs. */
export type AgentTool = {
  name: string
  description: string
  schema: unknown
  invoke(input: object, config?: object): Promise<unknown>
}

/** Returns what a tool returns for arguments that no model wrote. The caller knows the type. */
export async function callTool<T>(tool: AgentTool, args: Record<string, unknown>): Promise<T> {
  return (await tool.invoke(args)) as T
}

/** Runs a model's call. LangChain's tools return a message for it. */
export async function invokeTool(
  tool: AgentTool,
  call: object,
  config: object,
): Promise<ToolMessage | ToolMessage['content']> {
  return (await tool.invoke(call, config)) as ToolMessage | ToolMessage['content']
}
