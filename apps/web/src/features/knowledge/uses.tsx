import type { Collection } from '@lathe/contract'
import { useQuery } from '@tanstack/react-query'
import { api } from '../../lib/api/api.ts'
import { UsedBy } from '../../ui/status/used-by.tsx'
import styles from './knowledge.module.css'

/** Lists the agents whose answers depend on the collection. */
export function Uses({ collection: { id, name } }: { collection: Collection }) {
  const { data: agents } = useQuery(api.knowledge.uses.queryOptions({ input: { id } }))
  if (!agents) return null
  return (
    <div className={styles.uses}>
      {agents.length > 0 && <span className={styles.note}>Used by</span>}
      <UsedBy agents={agents} label={name} />
    </div>
  )
}
