import type { Span } from '@lathe/contract'
import { api } from '../../lib/api.ts'

const SOON_MS = 300

/** A span with what it carries: read again once the trace says it has ended meanwhile. */
export const spanQuery = ({ traceId, id, endedAt }: Span) =>
  api.traces.span.queryOptions({
    input: { traceId, spanId: id },
    refetchInterval: ({ state }) =>
      endedAt !== null && state.data?.endedAt === null ? SOON_MS : false,
  })
