/** Holm-adjusted p-values in the given order (Holm 1979; R: `p.adjust(method = "holm")`). */
export function holm(values: readonly number[]): number[] {
  const order = values.map((_, index) => index).sort((a, b) => (values[a] ?? 0) - (values[b] ?? 0))
  const adjusted = Array.from(values, () => 1)
  let largest = 0
  for (const [rank, index] of order.entries()) {
    largest = Math.max(largest, Math.min(1, (values.length - rank) * (values[index] ?? 1)))
    adjusted[index] = largest
  }
  return adjusted
}
