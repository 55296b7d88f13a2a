type Page<T, Cursor> = { items: readonly T[]; next: Cursor | null }

/** The server returns at most this many items per page. */
const LARGEST_PAGE = 200

/** Reads pages until `limit` items are there or the list ends. */
export async function collectPages<T, Cursor>(
  limit: number,
  readPage: (size: number, cursor: Cursor | undefined) => Promise<Page<T, Cursor>>,
): Promise<T[]> {
  const all: T[] = []
  let cursor: Cursor | undefined
  while (all.length < limit) {
    const { items, next } = await readPage(Math.min(LARGEST_PAGE, limit - all.length), cursor)
    all.push(...items)
    if (next === null) break
    cursor = next
  }
  return all
}
