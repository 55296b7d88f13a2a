export type OtlpIssue = { item: string; field: string; message: string }

/** `issues` are the first of those that are `rejected`. */
export type OtlpReading<Item> = { items: Item[]; issues: OtlpIssue[]; rejected: number }

export const emptyOtlpReading = <Item>(): OtlpReading<Item> => ({
  items: [],
  issues: [],
  rejected: 0,
})

/** A body may hold millions of things that are none of what it should hold. */
const NOTED = 1_000

/** Counts it, and notes why if it is among the first. */
export function noteIssue(reading: OtlpReading<unknown>, issue: OtlpIssue): void {
  reading.rejected += 1
  if (reading.issues.length < NOTED) reading.issues.push(issue)
}
