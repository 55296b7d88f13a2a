import { isGraphBubbleUp } from '@langchain/langgraph'
import type { ToolMessage } from '@langchain/core/messages'
import type { ErrorCode, ToolCall } from '@lathe/contract'
import { describeIssues, validateJson } from '../../json-schema/validate.ts'
import type { GraphRuntime, NodeCall, RuntimeTool } from '../runtime.ts'
import { toolContent } from '../tool-content.ts'
import { answerTo, failedCall, refusedCall } from './pending-calls.ts'

/** These end the run; a model could do nothing about them. */
const FATAL: ReadonlySet<ErrorCode> = new Set([
  'ABORTED',
  'BUDGET_EXCEEDED',
  'TAPE_MISS',
  'CRASHED',
])

/** What went wrong is the tool's answer, so that the model can do better. */
export async function runTool(
  { runtime, tools }: { runtime: GraphRuntime; tools: readonly RuntimeTool[] },
  call: ToolCall,
  at: NodeCall,
): Promise<ToolMessage> {
  const tool = tools.find(({ name }) => name === call.name)
  if (!tool) {
    const names = tools.map(({ name }) => name).join(', ') || 'none'
    const reason = `There is no tool \`${call.name}\`. The tools are: ${names}.`
    return refusedCall(runtime, call, reason, at)
  }
  const issues = validateJson(tool.schema, call.args)
  if (issues.length > 0) {
    const reason = `The arguments do not fit \`${call.name}\`: ${describeIssues(issues)}`
    return refusedCall(runtime, call, reason, at)
  }
  try {
    const result = await tool.run(call.args, { ...at, toolCallId: call.id })
    return answerTo(call, toolContent(result), 'success')
  } catch (error) {
    if (isGraphBubbleUp(error) || at.config.signal?.aborted) throw error
    const { code, message } = runtime.describeError(error)
    if (FATAL.has(code)) throw error
    return failedCall(call, `Error: ${message}`)
  }
}
