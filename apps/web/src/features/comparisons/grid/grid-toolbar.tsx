import { Button, CloseButton, Menu, SegmentedControl, Select } from '@mantine/core'
import { IconChecklist, IconPlus, IconTablePlus } from '@tabler/icons-react'
import { useEdit, useFullPlan } from '../comparison-context.ts'
import shared from '../comparison.module.css'
import styles from './grid-toolbar.module.css'
import { AddButtons } from '../plan/add-buttons.tsx'
import { freeKey } from '../plan/keys.ts'
import { type Metric, listMetrics } from '@lathe/verdicts'
import { type CellView, useView } from '../view-search.ts'
import { type Show, showOptions } from './visible-rows.ts'

const VIEWS: { value: CellView; label: string }[] = [
  { value: 'rendered', label: 'Rendered' },
  { value: 'raw', label: 'Raw' },
  { value: 'baseline', label: 'Diff to baseline' },
  { value: 'reference', label: 'Diff to reference' },
]

export function GridToolbar({ metric }: { metric: Metric }) {
  const { variants, cases, evaluators, errors } = useFullPlan()
  const edit = useEdit()
  const { view, setView, enterPanel } = useView()
  const filtered = variants.find(({ key }) => key === view.variant)
  const show = (next: Show) =>
    setView({ show: next, ...(next === 'all' && { variant: undefined }) })
  const metrics = listMetrics(evaluators, errors)
  const judgeBy = (id: string | null) => {
    const next = metrics.find((item) => item.id === id)
    const fits = next && showOptions(next).some(({ value }) => value === view.show)
    setView({ by: id ?? undefined, ...(!fits && { show: 'all', variant: undefined }) })
  }
  const addCase = () => {
    const key = freeKey(cases, 'c')
    edit((plan) => ({
      ...plan,
      cases: [...plan.cases, { key, name: '', input: {}, reference: null }],
    }))
    enterPanel({ type: 'case', key })
  }

  return (
    <div className={styles.bar}>
      <div className={shared.toolbar}>
        <AddButtons />
        <Button variant="default" leftSection={<IconPlus size={14} />} onClick={addCase}>
          Add case
        </Button>
        <Menu position="bottom-start">
          <Menu.Target>
            <Button variant="default" leftSection={<IconTablePlus size={14} />}>
              Import cases
            </Button>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Item onClick={() => enterPanel({ type: 'add-cases' })}>
              Paste or upload a table
            </Menu.Item>
            <Menu.Item onClick={() => enterPanel({ type: 'dataset-cases' })}>
              From a dataset
            </Menu.Item>
          </Menu.Dropdown>
        </Menu>
        <Button
          variant="default"
          leftSection={<IconChecklist size={14} />}
          onClick={() => enterPanel({ type: 'evaluators' })}
        >
          Evaluators{evaluators.length > 0 && ` (${evaluators.length})`}
        </Button>
        <span className={shared.gap} />
        <span className={shared.by}>
          <span className={shared.muted}>Metric</span>
          <Select
            aria-label="Metric"
            className={styles.choice}
            allowDeselect={false}
            data={metrics.map(({ id, name }) => ({ value: id, label: name }))}
            value={metric.id}
            onChange={judgeBy}
          />
        </span>
        <Select
          aria-label="Cell view"
          className={styles.views}
          allowDeselect={false}
          data={VIEWS}
          value={view.cells}
          onChange={(cells) => setView({ cells: cells ?? 'rendered' })}
        />
        {/* CSS shows one of the two controls, depending on the width, so that opening a side panel does not move rows. */}
        <SegmentedControl
          className={styles.wide}
          size="xs"
          aria-label="Filter cases"
          data={showOptions(metric)}
          value={view.show}
          onChange={show}
        />
        <Select
          className={styles.narrow}
          aria-label="Filter cases"
          allowDeselect={false}
          data={showOptions(metric)}
          value={view.show}
          onChange={(next) => show(next ?? 'all')}
        />
        {filtered && (
          <span className={styles.chip}>
            in {filtered.name}
            <CloseButton
              size="sm"
              iconSize={12}
              aria-label={`Clear filter ${filtered.name}`}
              onClick={() => setView({ variant: undefined })}
            />
          </span>
        )}
      </div>
    </div>
  )
}
