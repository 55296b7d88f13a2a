import type { CalleeRef } from '@lathe/contract'
import { agentOfTool, toolOfAgent } from '@lathe/graph'
import { useQuery } from '@tanstack/react-query'
import { api } from '../../../../lib/api.ts'
import { VersionField } from './version-field.tsx'

type AgentToolVersionsProps = {
  tools: readonly string[]
  onChange: (from: CalleeRef, to: CalleeRef) => void
}

/** Of tools that are agents: which version each asks. */
export function AgentToolVersions({ tools, onChange }: AgentToolVersionsProps) {
  const refs = tools.flatMap((tool) => agentOfTool(tool) ?? [])
  const { data: agents = [] } = useQuery({
    ...api.agents.list.queryOptions({ input: {} }),
    enabled: refs.length > 0,
  })
  return refs.map((ref) => {
    const agent = agents.find(({ slug }) => slug === ref.agent)
    if (!agent) return null
    return (
      <VersionField
        key={toolOfAgent(ref)}
        label={`Version of ${agent.name}`}
        field={`version.${ref.agent}`}
        agent={agent}
        version={ref.version}
        onChange={(version) =>
          onChange(ref, { agent: ref.agent, ...(version !== undefined && { version }) })
        }
      />
    )
  })
}
