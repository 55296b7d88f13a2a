import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ErrorPanel } from '../../../ui/error-panel.tsx'
import { SkeletonRows } from '../../../ui/skeleton-rows.tsx'
import { skeletonQuery } from '../trace-queries.ts'
import { SpanDetailView } from '../span-detail.tsx'
import { TraceFacts } from '../trace-facts.tsx'
import { writeListParams } from './list-params.ts'
import { useListSearch } from './list-search.ts'
import styles from './list.module.css'

/** A trace at a glance beside the list: its facts, and its root span's input and output. */
export function TracePeek({ traceId }: { traceId: string }) {
  const { search } = useListSearch()
  // Of a large trace the first part is enough; who opens it goes on with what has come.
  const { data, error, isPending, refetch } = useQuery(skeletonQuery(traceId))
  if (isPending) return <SkeletonRows awaiting="the trace" />
  if (error)
    return <ErrorPanel attempted="load the trace" error={error} onRetry={() => void refetch()} />

  const root = data.spans.find((span) => span.parentId === null) ?? data.spans[0]
  return (
    <aside className={styles.peek} aria-label="Peek">
      <header className={styles.peekHead}>
        <TraceFacts trace={data.trace} />
        <Button
          size="xs"
          variant="default"
          renderRoot={(props) => (
            <Link
              to="/traces/$traceId"
              params={{ traceId }}
              search={{ list: writeListParams(search) }}
              {...props}
            />
          )}
        >
          Open
        </Button>
      </header>
      {root && <SpanDetailView span={root} />}
    </aside>
  )
}
