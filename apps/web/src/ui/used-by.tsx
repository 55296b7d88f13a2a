import type { AgentCaller } from '@lathe/contract'
import { Link } from '@tanstack/react-router'
import styles from './tools.module.css'

type UsedByProps = { agents: readonly AgentCaller[]; tool: string }

/** The agents that name the tool, each with the nodes that do. */
export function UsedBy({ agents, tool }: UsedByProps) {
  if (agents.length === 0) return <p className={styles.note}>No agent uses it yet.</p>
  return (
    <ul className={styles.uses} aria-label={`Agents that use ${tool}`}>
      {agents.map(({ id, slug, name, draft, published }) => {
        const nodes = [...new Set([...draft, ...published])]
        const [first] = draft
        return (
          <li key={id}>
            <Link to="/agents/$agent" params={{ agent: slug }} search={{ node: first }}>
              {name}
            </Link>
            <span className={styles.muted}>
              {nodes.join(', ')}
              {draft.length === 0 && ', in the published version'}
            </span>
          </li>
        )
      })}
    </ul>
  )
}
