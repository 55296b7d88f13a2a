/** Unit of the numbers in a CSV export. */
export type CsvUnit = { name: string; convert: (value: number) => number }

export const milliseconds: CsvUnit = { name: 'ms', convert: (value) => value }
export const dollars: CsvUnit = { name: 'USD', convert: (nanos) => nanos / 1e9 }

export const csvTitle = (label: string, unit: CsvUnit | undefined): string =>
  unit ? `${label} ${unit.name}` : label

export const csvValue = (value: number | null, unit: CsvUnit | undefined): number | null =>
  value === null || !unit ? value : unit.convert(value)
