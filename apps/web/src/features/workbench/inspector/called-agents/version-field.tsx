import { Select, Anchor, Button } from '@mantine/core'
import type { Agent, AgentCall, GraphNode } from '@lathe/contract'
import type { ReactNode } from 'react'
import { Link } from '@tanstack/react-router'
import { parseAgentTool, agentToolName, calledAgentKey, mapAgentTools } from '@lathe/graph'
import { useQuery } from '@tanstack/react-query'
import styles from '../inspector.module.css'
import { api } from '../../../../lib/api/api.ts'

const FOLLOW = 'published'

type CalledAgent = Pick<Agent, 'slug' | 'name' | 'latestVersion' | 'publishedVersion'>

type VersionFieldProps = {
  agent: CalledAgent
  /** Undefined calls the version that is published when a run starts. */
  version: number | undefined
  label: string
  field: string
  error?: ReactNode
  onChange: (version: number | undefined) => void
}

/** Selects the version of a called agent and offers newer ones. */
export function VersionField({ agent, version, label, field, error, onChange }: VersionFieldProps) {
  return (
    <>
      <Select
        label={label}
        description={
          version === undefined
            ? 'Each run calls the version that is published when it starts.'
            : 'Every run calls this version, whichever is published.'
        }
        data={versionOptions(agent, version)}
        value={String(version ?? FOLLOW)}
        allowDeselect={false}
        error={error}
        wrapperProps={{ 'data-field': field }}
        onChange={(value) =>
          onChange(value === FOLLOW || value === null ? undefined : Number(value))
        }
      />
      <NewerVersion agent={agent} version={version} onTake={onChange} />
    </>
  )
}

/** Includes a missing version, so that the field is not empty. */
function versionOptions(
  { latestVersion, publishedVersion }: CalledAgent,
  selected: number | undefined,
) {
  const numbers = Array.from({ length: latestVersion }, (_, index) => latestVersion - index)
  const all =
    selected === undefined || numbers.includes(selected) ? numbers : [selected, ...numbers]
  return [
    {
      value: FOLLOW,
      label:
        publishedVersion === null ? 'Published (none yet)' : `Published (now ${publishedVersion})`,
    },
    ...all.map((number) => ({ value: String(number), label: `Version ${number}` })),
  ]
}

type NewerVersionProps = {
  agent: CalledAgent
  version: number | undefined
  onTake: (version: number) => void
}

/** Shown beside a pinned version that is outdated: its changes, and a button to update. */
function NewerVersion({ agent, version, onTake }: NewerVersionProps) {
  const newer = version === undefined ? undefined : newerThan(agent, version)
  if (newer === undefined) return null
  const isPublished = newer === agent.publishedVersion
  return (
    <div className={styles.newer} role="note">
      <span>
        Version {newer} is newer{isPublished && ' and published'}.{' '}
        <Anchor
          size="xs"
          renderRoot={(props) => (
            <Link
              to="/agents/$agent/versions"
              params={{ agent: agent.slug }}
              search={{ from: String(version), to: String(newer) }}
              {...props}
            />
          )}
        >
          What changed
        </Anchor>
      </span>
      <Button size="compact-xs" variant="default" onClick={() => onTake(newer)}>
        Use version {newer}
      </Button>
    </div>
  )
}

/** Prefers the published version. */
function newerThan(
  { latestVersion, publishedVersion }: CalledAgent,
  version: number,
): number | undefined {
  if (publishedVersion !== null && publishedVersion > version) return publishedVersion
  return latestVersion > version ? latestVersion : undefined
}

type AgentToolVersionsProps = {
  tools: readonly string[]
  onChange: (from: AgentCall, to: AgentCall) => void
}

/** Selects the versions of tools that are agents. */
export function AgentToolVersions({ tools, onChange }: AgentToolVersionsProps) {
  const refs = tools.flatMap((tool) => parseAgentTool(tool) ?? [])
  const { data: agents = [] } = useQuery({
    ...api.agents.list.queryOptions({ input: {} }),
    enabled: refs.length > 0,
  })
  return refs.map((ref) => {
    const agent = agents.find(({ slug }) => slug === ref.agent)
    if (!agent) return null
    return (
      <VersionField
        key={agentToolName(ref)}
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

/** Replaces an agent reference in tools, required tools and approvals. */
export const withVersion = <N extends GraphNode>(node: N, from: AgentCall, to: AgentCall): N =>
  // The cast holds: only names change, not the node's kind.
  mapAgentTools(node, (ref) => (calledAgentKey(ref) === calledAgentKey(from) ? to : ref)) as N
