/** Unit of the numbers in a CSV export. */
export type RawUnit = { name: string; of: (value: number) => number }

export const milliseconds: RawUnit = { name: 'ms', of: (value) => value }
export const dollars: RawUnit = { name: 'USD', of: (nanos) => nanos / 1e9 }

export const rawTitle = (label: string, unit: RawUnit | undefined): string =>
  unit ? `${label} ${unit.name}` : label

export const rawOf = (value: number | null, unit: RawUnit | undefined): number | null =>
  value === null || !unit ? value : unit.of(value)
