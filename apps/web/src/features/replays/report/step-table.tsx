import type { ReplayReport } from '@lathe/contract'
import { useMemo } from 'react'
import { useHotkeys } from '../../../lib/hotkeys.ts'
import { DataTable } from '../../../ui/data-table.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import type { SideNames } from './same-mark.tsx'
import { stepColumns, type StepRow } from './step-columns.tsx'
import { isSameStep, nextDivergence } from './verdict.ts'

type StepTableProps = {
  steps: ReplayReport['steps']
  names: SideNames
  hasServed: boolean
  titleOf: (node: string) => string
  selected: number
  onSelect: (index: number) => void
}

/** Every call of both executions, each beside its other. */
export function StepTable(props: StepTableProps) {
  const { steps, names, hasServed, titleOf, selected, onSelect } = props
  const rows = useMemo(() => steps.map((step, index): StepRow => ({ ...step, index })), [steps])
  const columns = useMemo(
    () => stepColumns({ names, hasServed, titleOf }),
    [names, hasServed, titleOf],
  )
  const showNext = () => {
    const next = nextDivergence(steps, selected)
    if (next !== undefined) onSelect(next)
  }
  useHotkeys([{ keys: 'd', label: 'Next divergence', group: 'Comparison', run: showNext }])

  return (
    <DataTable
      label="Calls"
      columns={columns}
      rows={rows}
      rowId={({ index }) => String(index)}
      selectedId={String(selected)}
      onOpen={({ index }) => onSelect(index)}
      onMove={({ index }) => onSelect(index)}
      options={{
        tone: (step) => (isSameStep(step) ? undefined : 'interrupted'),
        empty: (
          <EmptyState
            title="No calls"
            hint="Neither execution asked anything of the world: compare their states."
          />
        ),
      }}
    />
  )
}
