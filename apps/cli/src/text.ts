import { formatDollars } from '@lathe/contract'

/** Cells contain names and provider responses, which must not control the terminal. */
const plain = (cell: string): string => cell.replaceAll(/\p{Cc}+/gu, ' ')

/** Columns as wide as their widest cell. */
export function table(cells: readonly (readonly string[])[]): string {
  const rows = cells.map((row) => row.map(plain))
  const widths = rows.reduce<number[]>(
    (all, row) => row.map((cell, index) => Math.max(all[index] ?? 0, cell.length)),
    [],
  )
  const lines = rows.map((row) =>
    row
      .map((cell, index) => cell.padEnd(widths[index] ?? 0))
      .join('  ')
      .trimEnd(),
  )
  return `${lines.join('\n')}\n`
}

/** Formats nano-dollars; null means that the cost is unknown. */
export const dollars = (nanos: number | null): string =>
  nanos === null ? 'cost unknown' : formatDollars(nanos)

type Spent = { cost: number | null; pricedCost: number }

/** The known cost, with `+ ?` if some calls have no price. */
export const spent = ({ cost, pricedCost }: Spent): string =>
  cost === null && pricedCost > 0 ? `${dollars(pricedCost)} + ?` : dollars(cost)

export const seconds = (micros: number): string =>
  micros < 1e6 ? `${Math.round(micros / 1e3)} ms` : `${(micros / 1e6).toFixed(1)} s`

/** Formats microseconds since the epoch as an ISO time in seconds. */
export const instant = (micros: number): string =>
  `${new Date(micros / 1e3).toISOString().slice(0, 19)}Z`

export const json = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`
