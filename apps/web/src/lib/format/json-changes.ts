import { diffFields, type FieldChange } from '@lathe/graph'

/** Longer strings and those of several words are shown as prose. */
const isProse = (value: unknown): boolean =>
  value === undefined || (typeof value === 'string' && /\s/.test(value.trim()))

/** Differences between two values, with word diffs for text. */
export const jsonChanges = (before: unknown, after: unknown): FieldChange[] =>
  diffFields(before, after).map((change) =>
    isProse(change.before) && isProse(change.after) ? { ...change, form: 'text' } : change,
  )
