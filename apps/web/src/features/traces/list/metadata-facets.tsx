import type { Facets } from '@lathe/contract'
import { metadataKey, parseFilter, valuesAsked } from '@lathe/traces'
import { UnstyledButton } from '@mantine/core'
import { useLocalStorage } from '@mantine/hooks'
import { IconChevronDown, IconChevronRight } from '@tabler/icons-react'
import { FacetValues } from './facet-values.tsx'
import { useListSearch } from './list-search.ts'
import { useSome } from './use-some.tsx'
import styles from './facets.module.css'

/** Keys of metadata, most used first; those that were chosen, or are asked for, show their values. */
export function MetadataFacets({ metadata }: Pick<Facets, 'metadata'>) {
  const { filter } = useListSearch()
  const { terms } = parseFilter(filter.filter)
  const { shown, more } = useSome(metadata)
  const [open, setOpen] = useLocalStorage<string[]>({ key: 'lathe.metadata', defaultValue: [] })
  return (
    <section>
      <h2>Metadata</h2>
      {shown.map(({ key, count, values }) => {
        const facetKey = metadataKey(key)
        const isAsked = valuesAsked(terms, facetKey).length > 0
        const isOpen = isAsked || open.includes(key)
        const Chevron = isOpen ? IconChevronDown : IconChevronRight
        return (
          <div key={key}>
            <UnstyledButton
              className={styles.facet}
              aria-expanded={isOpen}
              disabled={isAsked}
              onClick={() => setOpen(isOpen ? open.filter((one) => one !== key) : [...open, key])}
            >
              <span className={styles.facetKey} title={key}>
                <Chevron size={12} />
                {key}
              </span>
              <span>{count.toLocaleString('en')}</span>
            </UnstyledButton>
            {isOpen && (
              <div className={styles.facetValues}>
                <FacetValues facetKey={facetKey} values={values} />
              </div>
            )}
          </div>
        )
      })}
      {more}
    </section>
  )
}
