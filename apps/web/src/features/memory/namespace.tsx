import type { Agent } from '@lathe/contract'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Fragment } from 'react'
import { api } from '../../lib/api/api.ts'
import styles from './memory.module.css'

/** Agents by id. The second label of `agents.<id>.…` is the id of the agent whose tools wrote the items. */
export function useAgentsById(): ReadonlyMap<string, Agent> {
  const { data } = useQuery({
    ...api.agents.list.queryOptions({ input: {} }),
    select: (agents) => new Map(agents.map((agent) => [agent.id, agent])),
  })
  return data ?? NO_AGENTS
}

const NO_AGENTS: ReadonlyMap<string, Agent> = new Map()

const findAgent = (agents: ReadonlyMap<string, Agent>, labels: readonly string[], index: number) =>
  index === 1 && labels[0] === 'agents' ? agents.get(labels[index] ?? '') : undefined

/** The namespace as text, with the agent's name instead of its id. */
export const namespaceText = (agents: ReadonlyMap<string, Agent>, labels: readonly string[]) =>
  labels.map((label, index) => findAgent(agents, labels, index)?.name ?? label).join(' › ')

type NamespaceProps = { labels: readonly string[]; hasLink?: boolean }

/** Shows a namespace with the agent's name instead of its id. The tooltip shows the stored namespace. */
export function Namespace({ labels, hasLink = false }: NamespaceProps) {
  const agents = useAgentsById()
  return (
    <span className={styles.mono} title={labels.join('.')}>
      {labels.map((label, index) => {
        const agent = findAgent(agents, labels, index)
        return (
          // Labels may repeat, and their order never changes.
          <Fragment key={`${index} ${label}`}>
            {index > 0 && ' › '}
            {agent && hasLink ? (
              <Link to="/agents/$agent" params={{ agent: agent.slug }} search={{}}>
                {agent.name}
              </Link>
            ) : (
              (agent?.name ?? label)
            )}
          </Fragment>
        )
      })}
    </span>
  )
}
