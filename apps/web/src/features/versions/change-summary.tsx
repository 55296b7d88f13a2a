import { diffDocuments } from '@lathe/graph'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { documentQuery } from './document-query.ts'
import type { Comparison } from './sides.ts'
import { summarizeDiff } from './summarize-diff.ts'
import styles from './versions.module.css'

/** Counted from both graphs once they are there; only rows on screen ask for theirs. */
export function ChangeSummary({ agentId, from, to }: Comparison & { agentId: string }) {
  const { data: before } = useQuery(documentQuery(agentId, from))
  const { data: after } = useQuery(documentQuery(agentId, to))
  const summary = useMemo(
    () => (before && after ? summarizeDiff(diffDocuments(before, after)) : undefined),
    [before, after],
  )
  return (
    <span className={styles.counts} title={summary}>
      {summary ?? '…'}
    </span>
  )
}
