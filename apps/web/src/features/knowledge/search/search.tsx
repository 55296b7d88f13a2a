import type { Collection } from '@lathe/contract'
import { Button, NumberInput, TextInput } from '@mantine/core'
import { skipToken, useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import { api } from '../../../lib/api/api.ts'
import { formatDuration, plural } from '../../../lib/format/format.ts'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { ErrorPanel } from '../../../ui/feedback/error-panel.tsx'
import { RetrievedChunks } from '../../../ui/messages/retrieved-chunks.tsx'
import { Count, TotalCost } from '../../../ui/status/quantities.tsx'
import { SkeletonRows } from '../../../ui/feedback/skeleton-rows.tsx'
import styles from '../knowledge.module.css'

const route = getRouteApi('/knowledge')

/** Runs the same search as graphs and tools, and shows all scores. */
export function Search({ collection }: { collection: Collection }) {
  const { q = '' } = route.useSearch()
  const navigate = route.useNavigate()
  const [text, setText] = useState(q)
  const [k, setK] = useState(5)
  const { id, name } = collection
  const { data, error, isFetching, refetch } = useQuery({
    ...api.knowledge.search.queryOptions({ input: q === '' ? skipToken : { id, query: q, k } }),
    retry: false,
  })
  return (
    <div className={styles.panel}>
      <form
        className={styles.search}
        role="search"
        onSubmit={(event) => {
          event.preventDefault()
          const query = text.trim()
          if (query === q) void refetch()
          else void navigate({ search: { collection: name, tab: 'search', q: query || undefined } })
        }}
      >
        <TextInput
          label="Query"
          placeholder="A question or keywords"
          value={text}
          data-autofocus
          onChange={(event) => setText(event.currentTarget.value)}
        />
        <NumberInput
          label="Chunks"
          w={80}
          min={1}
          max={100}
          value={k}
          onChange={(value) => typeof value === 'number' && value >= 1 && setK(value)}
        />
        <Button type="submit">Search</Button>
      </form>
      {error && <ErrorPanel action="search" error={error} onRetry={() => void refetch()} />}
      {isFetching && !data && <SkeletonRows contentLabel="the search" count={3} />}
      {data?.embeddingError && (
        <p className={styles.note} role="alert">
          Keyword matches only: the query could not be embedded. {data.embeddingError.message}.
          {data.embeddingError.hint && ` ${data.embeddingError.hint}`}
        </p>
      )}
      {data && !error && (
        <p className={styles.note}>
          {plural(data.chunks.length, 'chunk')} in {formatDuration(data.durationMs)}, for{' '}
          <Count value={data.tokens} unit="tokens" /> {data.tokens === 1 ? 'token' : 'tokens'},{' '}
          <TotalCost spending={data} />. The score combines the ranks by meaning and by keywords; 1
          is first in both.
        </p>
      )}
      {data?.chunks.length === 0 && (
        <EmptyState
          title="No results"
          hint={
            collection.chunks === 0
              ? 'This collection has no indexed documents yet.'
              : 'Try other words.'
          }
        />
      )}
      {data && <RetrievedChunks collection={name} chunks={data.chunks} />}
    </div>
  )
}
