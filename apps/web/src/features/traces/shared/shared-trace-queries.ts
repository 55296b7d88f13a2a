import { SharedSpan, SharedTrace } from '@lathe/contract'
import { queryOptions } from '@tanstack/react-query'
import type * as z from 'zod'

const REFRESH_MS = 10_000

/** The trace behind a link; null if the link is not valid. Reloads it while a span is open. */
export const sharedTraceQuery = (token: string) =>
  queryOptions({
    queryKey: ['shared-trace', token],
    queryFn: ({ signal }) => fetchShared(`${token}/trace`, SharedTrace, signal),
    refetchInterval: ({ state: { data } }) =>
      data?.spans.some(({ endedAt }) => endedAt === null) ? REFRESH_MS : false,
  })

/** A span with its payload and attachments; null if the link is no longer valid. */
export const sharedSpanQuery = (token: string, spanId: string, endedAt: number | null) =>
  queryOptions({
    queryKey: ['shared-span', token, spanId, endedAt],
    queryFn: ({ signal }) => fetchShared(`${token}/spans/${spanId}`, SharedSpan, signal),
  })

export const sharedFileUrl = (token: string, spanId: string, name: string): string =>
  `/public/${token}/files/${spanId}/${encodeURIComponent(name)}`

/** Links need no session, so their data is not part of the contract's procedures. */
async function fetchShared<Schema extends z.ZodType>(
  path: string,
  schema: Schema,
  signal: AbortSignal,
): Promise<z.infer<Schema> | null> {
  const response = await fetch(`/public/${path}`, { signal })
  if (response.status === 404) return null
  if (!response.ok) throw new Error(`The server answered with status ${response.status}`)
  return schema.parse(await response.json())
}
