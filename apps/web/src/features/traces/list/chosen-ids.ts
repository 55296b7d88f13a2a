import { client } from '../../../lib/api.ts'
import type { toInput } from './list-search.ts'

/** Of all that match the newest. */
const MOST_CASES = 200

/** Those that were named, or the newest that match: where these lie far apart a page has fewer than it could. */
export async function chosenIds(
  choice: ReturnType<typeof toInput> | { ids: string[] },
): Promise<string[]> {
  if ('ids' in choice) return choice.ids
  const ids: string[] = []
  for (let before: string | null | undefined; before !== null && ids.length < MOST_CASES;) {
    const page = { ...choice, before, limit: MOST_CASES - ids.length }
    const { items, next } = await client.traces.list(page)
    ids.push(...items.map(({ id }) => id))
    before = next
  }
  return ids
}
