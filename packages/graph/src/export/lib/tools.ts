export const toolCallsLib = {
  path: 'lib/tool-calls.ts',
  text: `import { AIMessage, ToolMessage } from '@langchain/core/messages'
import type { BaseMessage, ToolCall } from '@langchain/core/messages'
import type { StructuredToolInterface } from '@langchain/core/tools'
import { interrupt, isGraphBubbleUp } from '@langchain/langgraph'
import type { HITLRequest, HITLResponse } from 'langchain'

/** Runs the calls the last model message waits for; those of \`approvals\` wait for a human first. */
export async function runToolCalls(
  tools: readonly StructuredToolInterface[],
  messages: readonly BaseMessage[],
  approvals: readonly string[] = [],
): Promise<BaseMessage[]> {
  const index = messages.findLastIndex((message) => AIMessage.isInstance(message))
  const message = messages[index]
  if (!AIMessage.isInstance(message)) return []
  const answered = messages
    .slice(index + 1)
    .flatMap((later) => (ToolMessage.isInstance(later) ? [later.tool_call_id] : []))
  const pending = (message.tool_calls ?? []).filter(({ id = '' }) => !answered.includes(id))
  const { calls, refused, isEdited } = approve(tools, pending, approvals)
  if (isEdited) {
    const edited = new Map(calls.map((call) => [call.id, call]))
    message.tool_calls = message.tool_calls?.map((call) => edited.get(call.id) ?? call) ?? []
  }
  const results = await Promise.all(calls.map((call) => run(tools, call)))
  return [...(isEdited ? [message] : []), ...refused, ...results]
}

function approve(
  tools: readonly StructuredToolInterface[],
  pending: ToolCall[],
  approvals: readonly string[],
) {
  const asked = pending.filter(({ name }) => approvals.includes(name))
  if (asked.length === 0) return { calls: pending, refused: [], isEdited: false }
  const { decisions } = interrupt<HITLRequest, HITLResponse>({
    actionRequests: asked.map(({ name, args }) => ({
      name,
      args,
      description: tools.find((tool) => tool.name === name)?.description ?? '',
    })),
    reviewConfigs: asked.map(({ name }) => ({
      actionName: name,
      allowedDecisions: ['approve', 'edit', 'reject'],
    })),
  })
  const calls: ToolCall[] = []
  const refused: ToolMessage[] = []
  let isEdited = false
  for (const call of pending) {
    const decision = decisions[asked.indexOf(call)]
    if (decision?.type === 'reject') {
      const content = decision.message ?? 'A human refused this call.'
      refused.push(failed(call, content))
    } else if (decision?.type === 'edit') {
      isEdited = true
      calls.push({ ...call, args: decision.editedAction.args })
    } else {
      calls.push(call)
    }
  }
  return { calls, refused, isEdited }
}

async function run(
  tools: readonly StructuredToolInterface[],
  call: ToolCall,
): Promise<ToolMessage> {
  const tool = tools.find(({ name }) => name === call.name)
  if (!tool) {
    const names = tools.map(({ name }) => name).join(', ') || 'none'
    return failed(call, \`There is no tool \\\`\${call.name}\\\`. The tools are: \${names}.\`)
  }
  try {
    return await tool.invoke({ ...call, type: 'tool_call' })
  } catch (error) {
    if (isGraphBubbleUp(error)) throw error
    return failed(call, \`Error: \${error instanceof Error ? error.message : String(error)}\`)
  }
}

function failed({ id = '', name }: ToolCall, content: string): ToolMessage {
  return new ToolMessage({ tool_call_id: id, name, content, status: 'error' })
}
`,
}

export const toolErrorsLib = {
  path: 'lib/tool-errors.ts',
  text: `import { ToolMessage } from '@langchain/core/messages'
import { isGraphBubbleUp } from '@langchain/langgraph'
import { createMiddleware } from 'langchain'

/** What goes wrong in a tool is its answer, so that the model can do better. */
export const toolErrors = createMiddleware({
  name: 'ToolErrors',
  wrapToolCall: async (request, handler) => {
    try {
      return await handler(request)
    } catch (error) {
      if (isGraphBubbleUp(error) || request.runtime.signal?.aborted) throw error
      const { id = '', name } = request.toolCall
      const message = error instanceof Error ? error.message : String(error)
      return new ToolMessage({
        tool_call_id: id,
        name,
        content: \`Error: \${message}\`,
        status: 'error',
      })
    }
  },
})
`,
}
