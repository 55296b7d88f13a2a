import { toIso } from '../times.ts'
import { toUuid } from '../uuid.ts'

/** What a `dotted_order` says of its run's place; undefined when it cannot be read. */
export function parseDottedOrder(text: string) {
  const ids = text.split('.').map((segment) => toUuid(segment.slice(segment.indexOf('Z') + 1)))
  const [traceId] = ids
  const id = ids.at(-1)
  const parentId = ids.at(-2)
  return traceId && id && !ids.includes(undefined) ? { id, traceId, parentId } : undefined
}

type Placed = { id: string; startedAt: number }

/** From the root to the run itself. */
export const toDottedOrder = (path: readonly Placed[]): string =>
  path.map(({ id, startedAt }) => `${toIso(startedAt).replaceAll(/[-:.]/g, '')}${id}`).join('.')
