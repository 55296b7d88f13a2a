import { parseFilter } from '@lathe/traces'
import { Select } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'
import { filterCompletions } from '../../lib/filter-completions.ts'
import { FilterProblemText } from '../../ui/filter-problem.tsx'
import { QueryField } from '../../ui/query-field.tsx'
import { WordsNote } from '../../ui/words-note.tsx'
import styles from './alerts.module.css'

type FilterFieldProps = { filter: string; onChange: (filter: string) => void }

/** The language of the list of traces, or one of its saved views. */
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
      <span className={styles.label}>Which traces</span>
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
      <WordsNote filters={[filter]} isInset={false} />
      {views.length > 0 && (
        <Select
          aria-label="Saved view"
          placeholder="Take the filter of a saved view"
          data={views.map(({ id, name }) => ({ value: id, label: name }))}
          value={current?.id ?? null}
          onChange={(id) => onChange(views.find((view) => view.id === id)?.filter ?? filter)}
        />
      )}
    </div>
  )
}
