import type { Facets } from '@lathe/contract'
import { parseFilter, toggleValue, requiredValues, metadataKey } from '@lathe/traces'
import { UnstyledButton } from '@mantine/core'
import { useLocalStorage } from '@mantine/hooks'
import { IconChevronDown, IconChevronRight } from '@tabler/icons-react'
import { useState } from 'react'
import { useListSearch } from './list-search.ts'
import styles from './facets.module.css'

const titles: Record<Facets['facets'][number]['key'], string> = {
  status: 'Status',
  source: 'Source',
  agent: 'Agent',
  project: 'Project',
  environment: 'Environment',
  name: 'Root',
  model: 'Model',
  tool: 'Tool',
  node: 'Node',
  tag: 'Tag',
  error: 'Error',
}

/** Counts of property values. A click adds the value to the filter or removes it. */
export function FacetPane({ facets, metadata, counted, isPartial }: Facets) {
  return (
    <nav className={styles.facets} aria-label="Facets">
      {facets
        .filter(({ values }) => values.length > 0)
        .map(({ key, values }) => (
          <section key={key}>
            <h2>{titles[key]}</h2>
            <FacetValues facetKey={key} values={values} />
          </section>
        ))}
      {metadata.length > 0 && <MetadataFacets metadata={metadata} />}
      {isPartial && counted > 0 && (
        <p className={styles.note}>Newest {counted.toLocaleString('en')} traces</p>
      )}
    </nav>
  )
}

type FacetValuesProps = {
  /** The filter key. */
  facetKey: string
  values: Facets['facets'][number]['values']
}

function FacetValues({ facetKey, values }: FacetValuesProps) {
  const { filter, change } = useListSearch()
  const { visibleValues, showMore } = useShowMore(values)
  const activeValues = new Set(requiredValues(parseFilter(filter.filter).terms, facetKey))
  return (
    <>
      {visibleValues.map(({ value, label = value, count }) => (
        <UnstyledButton
          key={value}
          className={styles.facet}
          aria-pressed={activeValues.has(value)}
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
      {showMore}
    </>
  )
}

/** Metadata keys, most used first. Expanded keys and keys in the filter show their values. */
function MetadataFacets({ metadata }: Pick<Facets, 'metadata'>) {
  const { filter } = useListSearch()
  const { terms } = parseFilter(filter.filter)
  const { visibleValues, showMore } = useShowMore(metadata)
  const [open, setOpen] = useLocalStorage<string[]>({ key: 'lathe.metadata', defaultValue: [] })
  return (
    <section>
      <h2>Metadata</h2>
      {visibleValues.map(({ key, count, values }) => {
        const facetKey = metadataKey(key)
        const isSelected = requiredValues(terms, facetKey).length > 0
        const isOpen = isSelected || open.includes(key)
        const Chevron = isOpen ? IconChevronDown : IconChevronRight
        return (
          <div key={key}>
            <UnstyledButton
              className={styles.facet}
              aria-expanded={isOpen}
              disabled={isSelected}
              onClick={() =>
                setOpen(isOpen ? open.filter((openKey) => openKey !== key) : [...open, key])
              }
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
      {showMore}
    </section>
  )
}

const INITIAL_COUNT = 6

/** The first values and a button that shows the rest. */
function useShowMore<T>(all: readonly T[]) {
  const [isExpanded, setIsExpanded] = useState(false)
  return {
    visibleValues: isExpanded ? all : all.slice(0, INITIAL_COUNT),
    showMore: all.length > INITIAL_COUNT && (
      <UnstyledButton className={styles.more} onClick={() => setIsExpanded(!isExpanded)}>
        {isExpanded ? 'Fewer' : `${all.length - INITIAL_COUNT} more`}
      </UnstyledButton>
    ),
  }
}
