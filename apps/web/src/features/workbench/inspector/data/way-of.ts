import type { SpanDetail } from '@lathe/contract'

/** The port a node left by; null where it has one way on, and in recordings that do not tell. */
export function wayOf({ events }: Pick<SpanDetail, 'events'>): string | null {
  const port = events.findLast(({ name }) => name === 'way')?.attributes['port']
  return typeof port === 'string' ? port : null
}
