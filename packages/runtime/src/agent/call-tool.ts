import type { StructuredToolInterface } from '@langchain/core/tools'

/** Returns what a tool returns for arguments that no model wrote. The caller knows the type. */
export async function callTool<T>(
  tool: StructuredToolInterface,
  args: Record<string, unknown>,
): Promise<T> {
  return tool.invoke(args)
}
