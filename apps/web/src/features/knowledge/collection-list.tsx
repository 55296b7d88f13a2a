import type { Collection } from '@lathe/contract'
import { getRouteApi, Link } from '@tanstack/react-router'
import { plural } from '../../lib/format/format.ts'
import styles from './knowledge.module.css'

const route = getRouteApi('/knowledge')

type CollectionListProps = {
  collections: readonly Collection[]
  selected: string | undefined
}

export function CollectionList({ collections, selected }: CollectionListProps) {
  const { tab } = route.useSearch()
  return (
    <nav className={styles.list} aria-label="Collections">
      <ul>
        {collections.map((collection) => (
          <li key={collection.id}>
            <Link
              to="/knowledge"
              search={{ collection: collection.name, tab }}
              aria-current={collection.id === selected ? 'page' : undefined}
            >
              <b>{collection.name}</b>
              <span>{collectionSummary(collection)}</span>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}

function collectionSummary({ documents, chunks, progress, isStale, error }: Collection): string {
  if (progress) return 'indexing…'
  if (error) return 'indexing failed'
  const counts = `${plural(documents, 'document')}, ${plural(chunks, 'chunk')}`
  return isStale ? `${counts} · stale` : counts
}
