import type { AgentCaller } from '@lathe/contract'
import { Link } from '@tanstack/react-router'
import styles from './used-by.module.css'

type UsedByProps = {
  agents: readonly AgentCaller[]
  /** Name of the used object. */
  label: string
}

/** Lists the agents that use an object, with their nodes. */
export function UsedBy({ agents, label }: UsedByProps) {
  if (agents.length === 0) return <p className={styles.none}>No agent uses it yet.</p>
  return (
    <ul className={styles.root} aria-label={`Agents that use ${label}`}>
      {agents.map(({ id, slug, name, draft, published }) => {
        const nodes = [...new Set([...draft, ...published])]
        const [first] = draft
        return (
          <li key={id}>
            <Link to="/agents/$agent" params={{ agent: slug }} search={{ node: first }}>
              {name}
            </Link>
            <span className={styles.nodes}>
              {nodes.join(', ')}
              {draft.length === 0 && ', in the published version'}
            </span>
          </li>
        )
      })}
    </ul>
  )
}
