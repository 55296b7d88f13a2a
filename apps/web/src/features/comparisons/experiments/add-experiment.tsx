import type { ExperimentResults } from '@lathe/contract'
import { Select } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { api } from '../../../lib/api.ts'

type AddExperimentProps = { results: ExperimentResults; onAdd: (id: string) => void }

/** Another experiment on the same dataset; nothing where there is none. */
export function AddExperiment({ results: { dataset, experiments }, onAdd }: AddExperimentProps) {
  const { data = [] } = useQuery(
    api.datasets.experiments.queryOptions({ input: { dataset: dataset.id } }),
  )
  const known = new Set(experiments.map(({ id }) => id))
  const others = data.filter(({ id }) => !known.has(id))
  if (others.length === 0) return null
  return (
    <Select
      key={experiments.length}
      aria-label="Add an experiment"
      placeholder="Add an experiment"
      searchable
      w={220}
      data={others.map(({ id, name }) => ({ value: id, label: name }))}
      value={null}
      onChange={(id) => id !== null && onAdd(id)}
    />
  )
}
