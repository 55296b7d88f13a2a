import type { AgentCall } from '@lathe/contract'
import { calleeOf, circleFrom } from '../callees/callees.ts'
import { checkCallee } from './calls.ts'
import type { CheckContext } from './context.ts'

type Asked = { field: string; name: string; agent: AgentCall }

/**
 * Reports an agent tool whose agent is missing, unpublished, recursive or broken. Returns false if
 * nothing further can be checked.
 */
export function checkAgentTool(
  context: CheckContext,
  node: string,
  { field, name, agent }: Asked,
): boolean {
  const { environment, report } = context
  const place = { node, field, name }
  const known = environment.agents.find(({ slug }) => slug === agent.agent)
  if (!known) {
    report('UNKNOWN_TOOL', place, `There is no agent \`${agent.agent}\` to use as a tool`)
    return false
  }
  const callee = calleeOf(environment.callees, agent)
  const version = agent.version ?? known.published
  // Draft mode does not require a published version.
  if (!callee && version === null) {
    const message = `\`${agent.agent}\` is not published, so it cannot be used as a tool`
    report('UNKNOWN_TOOL', place, message)
    return false
  }
  if (version !== null && !known.versions.includes(version)) {
    report('UNKNOWN_TOOL', place, `\`${agent.agent}\` has no version ${version}`)
    return false
  }
  const circle = circleFrom(agent, environment.callees, environment.self)
  if (circle) {
    const way = circle.map((step) => `\`${step}\``).join(' → ')
    report('CALL_CIRCLE', place, `This agent calls itself: ${way}`)
    return false
  }
  // The document of the called agent may not be loaded yet.
  if (!callee) return false
  checkCallee(context, node, callee, field)
  return true
}
