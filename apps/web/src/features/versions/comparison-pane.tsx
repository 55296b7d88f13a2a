import type { Agent, AgentVersion } from '@lathe/contract'
import { changesOf, diffDocuments } from '@lathe/graph'
import { useSuspenseQueries } from '@tanstack/react-query'
import { ReactFlowProvider } from '@xyflow/react'
import { useMemo } from 'react'
import { useLiveThreads } from '../../lib/use-live-threads.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ComparisonHeader } from './comparison-header.tsx'
import { DiffView } from './diff-view.tsx'
import { documentQuery } from './document-query.ts'
import { type Comparison, nameOfSide } from './sides.ts'
import { summarizeDiff } from './summarize-diff.ts'
import styles from './versions.module.css'

type ComparisonPaneProps = {
  agent: Agent
  versions: readonly AgentVersion[]
  comparison: Comparison
}

export function ComparisonPane({ agent, versions, comparison }: ComparisonPaneProps) {
  const { from, to } = comparison
  const [{ data: before }, { data: after }] = useSuspenseQueries({
    queries: [documentQuery(agent.id, from), documentQuery(agent.id, to)],
  })
  const live = useLiveThreads(agent.id)
  const diff = useMemo(() => diffDocuments(before, after), [before, after])
  const isSame = changesOf(diff).length === 0

  return (
    <section className={styles.comparison} aria-label="Comparison">
      <ComparisonHeader
        agent={agent}
        versions={versions}
        comparison={comparison}
        summary={summarizeDiff(diff)}
      />
      {isSame ? (
        <EmptyState
          title={`${nameOfSide(from)} and ${nameOfSide(to)} mean the same`}
          hint="Where cards stand and what notes say does not count."
        />
      ) : (
        <ReactFlowProvider key={`${from} ${to}`}>
          <DiffView before={before} after={after} diff={diff} live={live} />
        </ReactFlowProvider>
      )}
    </section>
  )
}
