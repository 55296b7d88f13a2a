import type { SpanDetail } from '@lathe/contract'
import { formatTerm, metadataEntries, metadataKey } from '@lathe/traces'
import { Link } from '@tanstack/react-router'
import { Section } from '../section.tsx'
import styles from './span.module.css'

/** Of a root, what its sender told of the trace; each value leads to the traces that have it too. */
export function RootMetadata({ span }: { span: SpanDetail }) {
  if (span.parentId !== null) return null
  const entries = [...metadataEntries(span.metadata)]
  if (entries.length === 0) return null
  return (
    <Section title="Metadata" count={entries.length}>
      <dl className={styles.metadata}>
        {entries.map(([key, value]) => (
          <div key={key}>
            <dt title={key}>{key}</dt>
            <dd>
              <Link
                to="/traces"
                search={{ filter: formatTerm(metadataKey(key), value) }}
                title={`Traces with ${key} ${value}`}
              >
                {value}
              </Link>
            </dd>
          </div>
        ))}
      </dl>
    </Section>
  )
}
