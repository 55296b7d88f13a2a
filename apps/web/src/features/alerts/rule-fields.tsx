import { AlertMeasure, AlertWindow } from '@lathe/contract'
import { Group, NumberInput, Select, TextInput } from '@mantine/core'
import { parseFilter } from '@lathe/traces'
import { useQuery } from '@tanstack/react-query'
import { alertMeasures, alertWindowLabels } from '../../lib/format/alert-labels.ts'
import type { AlertDraft } from './alert-draft.ts'
import { NumberEntry } from '../../ui/fields/number-entry.tsx'
import { api } from '../../lib/api/api.ts'
import { filterCompletions } from '../../lib/values/filter-completions.ts'
import { FilterProblemText } from '../../ui/fields/filter-problem.tsx'
import { QueryField } from '../../ui/fields/query-field.tsx'
import { IndexProgress } from '../../shared/index-progress.tsx'
import styles from './alerts.module.css'

type RuleFieldsProps = {
  draft: AlertDraft
  problems: Readonly<Record<string, string>>
  change: (changes: Partial<AlertDraft>) => void
}

const measures = AlertMeasure.options.map((value) => ({
  value,
  label: alertMeasures[value].label,
}))
const windows = AlertWindow.options.map((value) => ({ value, label: alertWindowLabels[value] }))

/** Selects the measure, threshold and time window. */
export function RuleFields({ draft, problems, change }: RuleFieldsProps) {
  const { measure, comparison, threshold, window, minCount, feedbackKey } = draft
  const { prefix = '', suffix = '' } = alertMeasures[measure].unit
  return (
    <>
      <Select
        label="Measure"
        allowDeselect={false}
        data={measures}
        value={measure}
        // Reset the threshold: it has another unit.
        onChange={(next) => next && change({ measure: AlertMeasure.parse(next), threshold: '' })}
      />
      {measure === 'feedback' && (
        <TextInput
          label="Feedback key"
          placeholder="thumbs"
          required
          value={feedbackKey}
          error={problems['feedbackKey']}
          onChange={({ currentTarget }) => change({ feedbackKey: currentTarget.value })}
        />
      )}
      <Group gap="xs" align="start" grow>
        <Select
          label="Condition"
          allowDeselect={false}
          data={[
            { value: 'above', label: 'above' },
            { value: 'below', label: 'below' },
          ]}
          value={comparison}
          onChange={(next) => change({ comparison: next === 'below' ? 'below' : 'above' })}
        />
        <NumberInput
          label="Threshold"
          required
          prefix={prefix}
          suffix={suffix}
          placeholder={`${prefix}${suffix}`.trim()}
          thousandSeparator=","
          hideControls
          value={threshold}
          error={problems['threshold']}
          onChange={(next) => change({ threshold: next })}
        />
        <Select
          label="Window"
          allowDeselect={false}
          data={windows}
          value={window}
          onChange={(next) => next && change({ window: AlertWindow.parse(next) })}
        />
      </Group>
      {measure !== 'count' && (
        <NumberEntry
          className={styles.short ?? ''}
          label={measure === 'feedback' ? 'Minimum scores' : 'Minimum traces'}
          description="Do not evaluate fewer"
          min={1}
          max={1_000_000}
          allowDecimal={false}
          value={minCount}
          error={problems['minCount']}
          onChange={(next) => change({ minCount: Math.max(1, next || 1) })}
        />
      )}
    </>
  )
}

type FilterFieldProps = { filter: string; onChange: (filter: string) => void }

/** Edits the filter, or copies it from a saved view. */
export function FilterField({ filter, onChange }: FilterFieldProps) {
  const { data: facets } = useQuery(
    api.traces.facets.queryOptions({ input: {}, staleTime: 60_000 }),
  )
  const { data: views = [] } = useQuery(api.savedViews.list.queryOptions({ input: {} }))
  const { completions, notes } = filterCompletions(facets)
  const [problem] = parseFilter(filter).problems
  const current = views.find((view) => view.filter === filter && filter !== '')
  return (
    <div className={styles.field}>
      <span className={styles.label}>Filter</span>
      <div className={styles.query}>
        <QueryField
          query={filter}
          onQueryChange={onChange}
          placeholder="All traces, or status:error agent:support"
          completions={completions}
          notes={notes}
        />
      </div>
      {problem && (
        <p className={styles.failed} role="alert">
          <FilterProblemText text={filter} problem={problem} />
        </p>
      )}
      <IndexProgress filters={[filter]} isInset={false} />
      {views.length > 0 && (
        <Select
          aria-label="Saved view"
          placeholder="Use the filter of a saved view"
          data={views.map(({ id, name }) => ({ value: id, label: name }))}
          value={current?.id ?? null}
          onChange={(id) => onChange(views.find((view) => view.id === id)?.filter ?? filter)}
        />
      )}
    </div>
  )
}
