import type { Exchange, SpanDetail } from '@lathe/contract'
import { skipToken, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { api } from '../../../lib/api.ts'

/** What was recorded of a trace that has ended does not change. */
const forever = { staleTime: Number.POSITIVE_INFINITY }

/** One recorded call with its span, where that is still stored. */
export function useCall(traceId: string, exchangeId: string | null) {
  const exchanges = useQuery(
    api.traces.exchanges.queryOptions({
      input: exchangeId === null ? skipToken : { id: traceId },
      ...forever,
    }),
  )
  const exchange = useMemo<Exchange | undefined>(
    () => exchanges.data?.find(({ id }) => id === exchangeId),
    [exchanges.data, exchangeId],
  )
  const spanId = exchange?.kind === 'model' ? exchange.spanId : null
  const span = useQuery(
    api.traces.span.queryOptions({
      input: spanId == null ? skipToken : { traceId, spanId },
      ...forever,
    }),
  )
  const isPending = exchanges.isLoading || span.isLoading
  const detail: SpanDetail | undefined = span.data
  return { exchange, span: detail, isPending, error: exchanges.error ?? null }
}
