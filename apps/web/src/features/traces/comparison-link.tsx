import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { api } from '../../lib/api.ts'
import styles from './traces.module.css'

/** From a cell's trace back to the cell, from a judge's to the comparison. */
export function ComparisonLink({ runId }: { runId: string }) {
  const { data: run } = useQuery(api.runs.get.queryOptions({ input: { id: runId } }))
  const { comparison, variant, case: row } = run?.metadata ?? {}
  if (typeof comparison !== 'string') return null
  const isCell = typeof variant === 'string' && typeof row === 'string'
  return (
    <Link
      to="/compare/$id"
      params={{ id: comparison }}
      search={isCell ? { open: `cell.${variant}.${row}` } : {}}
      className={styles.agentLink}
    >
      {isCell ? 'Its cell in Compare' : 'Its comparison'}
    </Link>
  )
}
