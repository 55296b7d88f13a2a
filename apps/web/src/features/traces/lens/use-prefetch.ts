import type { Span } from '@lathe/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { api } from '../../../lib/api.ts'

/** Who holds a key down passes many rows by. */
const PAUSE_MS = 120
/** What takes longer to send than to wait for is left until it is asked for. */
const MOST_BYTES = 200_000

/** What the rows beside the selected one carry, so that walking on waits for nothing. */
export function usePrefetch(rows: readonly { span: Span }[], selectedId: string | undefined) {
  const queryClient = useQueryClient()
  useEffect(() => {
    const timer = setTimeout(() => {
      const at = rows.findIndex(({ span }) => span.id === selectedId)
      if (at < 0) return
      for (const beside of [rows[at + 1], rows[at - 1]]) {
        if (!beside || beside.span.endedAt === null || beside.span.payloadBytes > MOST_BYTES)
          continue
        const { traceId, id: spanId } = beside.span
        void queryClient.prefetchQuery(api.traces.span.queryOptions({ input: { traceId, spanId } }))
      }
    }, PAUSE_MS)
    return () => clearTimeout(timer)
  }, [rows, selectedId, queryClient])
}
