import type { CalleeRef } from '@lathe/contract'
import { calleeOf, circleFrom } from '../callees/callees.ts'
import { checkCallee } from './calls.ts'
import type { CheckContext } from './context.ts'

type Asked = { field: string; name: string; agent: CalleeRef }

/** An agent that a node may ask as a tool: that it is there, and that it ends. False where nothing more can be said. */
export function checkAgentTool(
  context: CheckContext,
  node: string,
  { field, name, agent }: Asked,
): boolean {
  const { environment, report } = context
  const place = { node, field, name }
  const known = environment.agents.find(({ slug }) => slug === agent.agent)
  if (!known) {
    report('UNKNOWN_TOOL', place, `There is no agent \`${agent.agent}\` to ask as a tool`)
    return false
  }
  const callee = calleeOf(environment.callees, agent)
  const version = agent.version ?? known.published
  // Where drafts are asked, nothing need be published.
  if (!callee && version === null) {
    const message = `\`${agent.agent}\` is not published, so it cannot be asked as a tool`
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
    report('CALL_CIRCLE', place, `This leads back to where it came from: ${way}`)
    return false
  }
  // Its document may still be on its way.
  if (!callee) return false
  checkCallee(context, node, callee, field)
  return true
}
