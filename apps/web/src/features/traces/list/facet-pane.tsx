import type { Facets } from '@lathe/contract'
import { FacetValues } from './facet-values.tsx'
import { MetadataFacets } from './metadata-facets.tsx'
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

/** What the traces have in common, counted; a click asks for it, or no longer. */
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
        <p className={styles.note}>Of the newest {counted.toLocaleString('en')} traces</p>
      )}
    </nav>
  )
}
