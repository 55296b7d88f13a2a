import type { PromptUses } from '@lathe/contract'
import { useSuspenseQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { api } from '../../lib/api/api.ts'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import styles from './prompts.module.css'

export function UsesView({ name }: { name: string }) {
  const { data } = useSuspenseQuery(api.prompts.uses.queryOptions({ input: { prompt: name } }))
  const { agents, comparisons } = data
  if (agents.length === 0 && comparisons.length === 0)
    return (
      <EmptyState
        title="Not used yet"
        hint="Choose this prompt in a model or agent node of an agent, or open a version of it in a comparison."
      />
    )
  return (
    <div className={styles.scroll}>
      {agents.length > 0 && <AgentUses agents={agents} />}
      {comparisons.length > 0 && <ComparisonUses comparisons={comparisons} />}
    </div>
  )
}

export function AgentUses({ agents }: Pick<PromptUses, 'agents'>) {
  return (
    <table className={styles.table}>
      <caption>Agents</caption>
      <thead>
        <tr>
          <th>Agent</th>
          <th>Node</th>
          <th>Where</th>
          <th>Variables</th>
        </tr>
      </thead>
      <tbody>
        {agents.map((use) => (
          <tr key={`${use.agent} ${use.document} ${use.node}`}>
            <td>
              <Link to="/agents/$agent" params={{ agent: use.agent }} search={{ node: use.node }}>
                {use.name}
              </Link>
            </td>
            <td>
              <code>{use.node}</code>
            </td>
            <td>{use.document === 'draft' ? 'draft' : 'published version'}</td>
            <td>{use.version === null ? `the label ${use.label ?? ''}` : `v${use.version}`}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

export function ComparisonUses({ comparisons }: Pick<PromptUses, 'comparisons'>) {
  return (
    <table className={styles.table}>
      <caption>Comparisons</caption>
      <thead>
        <tr>
          <th>Comparison</th>
          <th>Versions</th>
        </tr>
      </thead>
      <tbody>
        {comparisons.map(({ id, name, versions }) => (
          <tr key={id}>
            <td>
              <Link to="/compare/$id" params={{ id }}>
                {name}
              </Link>
            </td>
            <td>{versions.map((version) => `v${version}`).join(', ')}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
