/** `max` is Infinity if there is no limit. */
export type Range = { min: number; typical: number; max: number }

export const exactly = (value: number): Range => ({ min: value, typical: value, max: value })
export const NONE = exactly(0)

export function addRanges(a: Range, b: Range): Range {
  return { min: a.min + b.min, typical: a.typical + b.typical, max: a.max + b.max }
}

/** Multiplies two ranges; 0 × Infinity is 0. */
export function times(a: Range, b: Range): Range {
  const product = (x: number, y: number) => (x === 0 || y === 0 ? 0 : x * y)
  return {
    min: product(a.min, b.min),
    typical: product(a.typical, b.typical),
    max: product(a.max, b.max),
  }
}

export const isNone = ({ max }: Range) => max === 0
