import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ErrorPanel } from '../../../ui/feedback/error-panel.tsx'
import { SkeletonRows } from '../../../ui/feedback/skeleton-rows.tsx'
import { traceOutlineQuery } from '../trace-queries.ts'
import { SpanDetailView } from '../span/span-detail.tsx'
import { TraceFacts } from '../trace-facts.tsx'
import { writeListParams } from './list-params.ts'
import { useListSearch } from './list-search.ts'
import styles from './list.module.css'

/** A preview beside the list: the trace's facts and its root span. */
export function TracePeek({ traceId }: { traceId: string }) {
  const { search } = useListSearch()
  // Large traces load only their first part here. The trace page continues with it.
  const { data, error, isPending, refetch } = useQuery(traceOutlineQuery(traceId))
  if (isPending) return <SkeletonRows contentLabel="the trace" />
  if (error)
    return <ErrorPanel action="load the trace" error={error} onRetry={() => void refetch()} />

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
