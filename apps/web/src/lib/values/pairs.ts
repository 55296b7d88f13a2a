import type { PairRow } from '../../ui/fields/pair-rows.tsx'

export const toPairRows = (pairs: Readonly<Record<string, string>>): PairRow[] =>
  Object.entries(pairs).map(([name, value], id) => ({ id, name, value }))

/** Rows without a name are still being written. */
export const fromPairRows = (rows: readonly PairRow[]): Record<string, string> =>
  Object.fromEntries(
    rows.filter(({ name }) => name.trim() !== '').map(({ name, value }) => [name.trim(), value]),
  )
