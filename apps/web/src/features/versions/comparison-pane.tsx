import type { Agent, AgentVersion } from '@lathe/contract'
import { listGraphChanges, diffDocuments } from '@lathe/graph'
import { useSuspenseQueries } from '@tanstack/react-query'
import { ReactFlowProvider } from '@xyflow/react'
import { useMemo } from 'react'
import { ActionIcon, Select, Tooltip } from '@mantine/core'
import { IconArrowsExchange } from '@tabler/icons-react'
import { getRouteApi } from '@tanstack/react-router'
import { useLiveThreads } from '../../lib/api/use-live-threads.ts'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { DiffView } from './diff-view.tsx'
import { documentQuery, type Comparison, sideName, type Side, parseSide } from './sides.ts'
import { summarizeDiff } from './change-items.ts'
import styles from './versions.module.css'
import { useHotkeys } from '../../lib/browser/hotkeys.ts'
import { Keys } from '../../ui/layout/keys.tsx'
import { VersionActions } from './version-actions.tsx'

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
  const hasNoChanges = listGraphChanges(diff).length === 0

  return (
    <section className={styles.comparison} aria-label="Comparison">
      <ComparisonHeader
        agent={agent}
        versions={versions}
        comparison={comparison}
        summary={summarizeDiff(diff)}
      />
      {hasNoChanges ? (
        <EmptyState
          title={`${sideName(from)} and ${sideName(to)} are equivalent`}
          hint="Card positions and notes are ignored."
        />
      ) : (
        <ReactFlowProvider key={`${from} ${to}`}>
          <DiffView before={before} after={after} diff={diff} live={live} />
        </ReactFlowProvider>
      )}
    </section>
  )
}

const route = getRouteApi('/agents/$agent/versions')

type ComparisonHeaderProps = {
  agent: Agent
  versions: readonly AgentVersion[]
  comparison: Comparison
  summary: string
}

/** Selects the two sides, summarizes the changes and offers actions on the later side. */
function ComparisonHeader(props: ComparisonHeaderProps) {
  const { agent, versions, comparison, summary } = props
  const { from, to } = comparison
  const navigate = route.useNavigate()
  const compare = (next: Comparison) =>
    void navigate({ search: { from: String(next.from), to: String(next.to) }, replace: true })
  const swap = () => compare({ from: to, to: from })
  const selectedVersion = versions.find(({ number }) => number === to)

  useHotkeys([{ keys: 'x', label: 'Swap the two sides', group: 'Versions', run: swap }])

  return (
    <header className={styles.header}>
      <SideSelect
        label="Compare"
        side={from}
        versions={versions}
        onChange={(side) => compare({ from: side, to })}
      />
      <Tooltip
        label={
          <>
            Swap sides <Keys keys="x" />
          </>
        }
      >
        <ActionIcon variant="subtle" color="gray" aria-label="Swap sides" onClick={swap}>
          <IconArrowsExchange size={16} />
        </ActionIcon>
      </Tooltip>
      <SideSelect
        label="With"
        side={to}
        versions={versions}
        onChange={(side) => compare({ from, to: side })}
      />
      <h2 className={styles.summary}>{summary}</h2>
      {selectedVersion && <VersionActions agent={agent} version={selectedVersion} />}
    </header>
  )
}

type SideSelectProps = {
  label: string
  side: Side
  versions: readonly AgentVersion[]
  onChange: (side: Side) => void
}

function SideSelect({ label, side, versions, onChange }: SideSelectProps) {
  const sides: Side[] = ['draft', ...versions.map(({ number }) => number), 'empty']
  return (
    <Select
      aria-label={label}
      size="xs"
      w={104}
      allowDeselect={false}
      data={sides.map((candidate) => ({ value: String(candidate), label: sideName(candidate) }))}
      value={String(side)}
      onChange={(value) => {
        const side = parseSide(value)
        if (side !== undefined) onChange(side)
      }}
    />
  )
}
