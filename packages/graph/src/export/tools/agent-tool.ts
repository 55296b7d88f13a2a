import { parseAgentTool, agentTool } from '../../called-agents/agent-tools.ts'
import { calledAgentKey } from '../../called-agents/called-agents.ts'
import type { ToolDescription } from '../options.ts'
import type { PlannedAgent } from '../parts/called-agents.ts'
import type { Plan } from '../parts/plan.ts'
import { list } from '../print/layout.ts'
import { key, member } from '../print/literal.ts'
import type { ToolSource } from './built-in.ts'

/** Recursion limit of an agent that is called as a tool. */
const STEPS = 100

/** A call of another agent of the project; null for any other tool. */
export function agentToolSource(plan: Plan, name: string): ToolSource | null {
  const calledAgent = findToolAgent(plan, name)
  if (!calledAgent) return null
  const { document, folder, ident } = calledAgent
  const lines = [
    `const result: Record<string, unknown> = await ${ident}.invoke(args as never, { recursionLimit: ${STEPS} })`,
    `return ${answerCode(document.output, (channel) => document.state[channel]?.type === 'messages')}`,
  ]
  return {
    run: `async (args: object) => {\n  ${lines.join('\n  ')}\n}`,
    imports: { [`graph as ${ident}`]: `/${plan.toRoot}${folder}/agent.ts` },
  }
}

export function agentToolDescription(plan: Plan, name: string): ToolDescription | null {
  const ref = parseAgentTool(name)
  const calledAgent = findToolAgent(plan, name)
  return ref && calledAgent ? agentTool(ref, calledAgent, () => undefined) : null
}

function findToolAgent(plan: Plan, name: string): PlannedAgent | undefined {
  const ref = parseAgentTool(name)
  return ref ? plan.calledAgents.get(calledAgentKey(ref)) : undefined
}

/** Returns the agent's output. A conversation becomes the text of its last message. */
function answerCode(output: readonly string[], isConversation: (channel: string) => boolean) {
  const value = (channel: string) => {
    const channelCode = member('result', channel)
    return isConversation(channel)
      ? `(${channelCode} as { text: string }[]).at(-1)?.text ?? ''`
      : channelCode
  }
  const [only] = output
  if (output.length === 1 && only !== undefined) return value(only)
  return list(
    '{}',
    output.map((channel) => `${key(channel)}: ${value(channel)}`),
  )
}
