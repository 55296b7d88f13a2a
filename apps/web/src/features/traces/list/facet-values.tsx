import type { Facets } from '@lathe/contract'
import { parseFilter, toggleValue, valuesAsked } from '@lathe/traces'
import { UnstyledButton } from '@mantine/core'
import { useListSearch } from './list-search.ts'
import { useSome } from './use-some.tsx'
import styles from './facets.module.css'

type FacetValuesProps = {
  /** As it is typed before the colon. */
  facetKey: string
  values: Facets['facets'][number]['values']
}

export function FacetValues({ facetKey, values }: FacetValuesProps) {
  const { filter, change } = useListSearch()
  const { shown, more } = useSome(values)
  const asked = new Set(valuesAsked(parseFilter(filter.filter).terms, facetKey))
  return (
    <>
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
      {more}
    </>
  )
}
