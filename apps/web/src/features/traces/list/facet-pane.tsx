import type { Facets } from '@lathe/contract'
import { parseFilter, toggleValue, valuesAsked } from '@lathe/traces'
import { UnstyledButton } from '@mantine/core'
import { useState } from 'react'
import { useListSearch } from './list-search.ts'
import styles from './list.module.css'

const FEW = 6

const titles: Record<Facets['facets'][number]['key'], string> = {
  status: 'Status',
  source: 'Source',
  agent: 'Agent',
  project: 'Project',
  name: 'Root',
  model: 'Model',
  tool: 'Tool',
  node: 'Node',
  tag: 'Tag',
  error: 'Error',
}

/** What the traces have in common, counted; a click asks for it, or no longer. */
export function FacetPane({ facets, counted, isPartial }: Facets) {
  return (
    <nav className={styles.facets} aria-label="Facets">
      {facets
        .filter(({ values }) => values.length > 0)
        .map((facet) => (
          <FacetGroup key={facet.key} facetKey={facet.key} values={facet.values} />
        ))}
      {isPartial && (
        <p className={styles.note}>Of the newest {counted.toLocaleString('en')} traces</p>
      )}
    </nav>
  )
}

type FacetGroupProps = {
  facetKey: Facets['facets'][number]['key']
  values: Facets['facets'][number]['values']
}

function FacetGroup({ facetKey, values }: FacetGroupProps) {
  const { filter, change } = useListSearch()
  const [isWhole, setWhole] = useState(false)
  const asked = new Set(valuesAsked(parseFilter(filter.filter).terms, facetKey))
  const shown = isWhole ? values : values.slice(0, FEW)
  return (
    <section>
      <h2>{titles[facetKey]}</h2>
      {shown.map(({ value, label = value, count }) => (
        <UnstyledButton
          key={value}
          className={styles.facet}
          aria-pressed={asked.has(value)}
          onClick={() =>
            change({
              filter: toggleValue(filter.filter, facetKey, value) || undefined,
            })
          }
        >
          <span title={value}>{label}</span>
          <span>{count.toLocaleString('en')}</span>
        </UnstyledButton>
      ))}
      {values.length > FEW && (
        <UnstyledButton className={styles.more} onClick={() => setWhole(!isWhole)}>
          {isWhole ? 'Fewer' : `${values.length - FEW} more`}
        </UnstyledButton>
      )}
    </section>
  )
}
