import type { AgentCall } from '@lathe/contract'
import { findCalledAgent, findRecursion } from '../called-agents/called-agents.ts'
import { checkCalledAgent } from './calls.ts'
import type { CheckContext } from './context.ts'

type AgentToolUse = { field: string; name: string; agent: AgentCall }

/**
 * Reports an agent tool whose agent is missing, unpublished, recursive or broken. Returns false if
 * nothing further can be checked.
 */
export function checkAgentTool(
  context: CheckContext,
  node: string,
  { field, name, agent }: AgentToolUse,
): boolean {
  const { environment, report } = context
  const place = { node, field, name }
  const target = environment.agents.find(({ slug }) => slug === agent.agent)
  if (!target) {
    report('UNKNOWN_TOOL', place, `There is no agent \`${agent.agent}\` to use as a tool`)
    return false
  }
  const calledAgent = findCalledAgent(environment.calledAgents, agent)
  const version = agent.version ?? target.published
  // Draft mode does not require a published version.
  if (!calledAgent && version === null) {
    const message = `\`${agent.agent}\` is not published, so it cannot be used as a tool`
    report('UNKNOWN_TOOL', place, message)
    return false
  }
  if (version !== null && !target.versions.includes(version)) {
    report('UNKNOWN_TOOL', place, `\`${agent.agent}\` has no version ${version}`)
    return false
  }
  const cycle = findRecursion(agent, environment.calledAgents, environment.self)
  if (cycle) {
    const path = cycle.map((step) => `\`${step}\``).join(' → ')
    report('CALL_CIRCLE', place, `This agent calls itself: ${path}`)
    return false
  }
  // The document of the called agent may not be loaded yet.
  if (!calledAgent) return false
  checkCalledAgent(context, node, calledAgent, field)
  return true
}
