/** Unit of the numbers in a CSV export. */
export type CsvUnit = { name: string; of: (value: number) => number }

export const milliseconds: CsvUnit = { name: 'ms', of: (value) => value }
export const dollars: CsvUnit = { name: 'USD', of: (nanos) => nanos / 1e9 }

export const csvTitle = (label: string, unit: CsvUnit | undefined): string =>
  unit ? `${label} ${unit.name}` : label

export const csvValue = (value: number | null, unit: CsvUnit | undefined): number | null =>
  value === null || !unit ? value : unit.of(value)
