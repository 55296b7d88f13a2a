import { FEEDBACK } from './keys.ts'

/** A value as it has to be typed to mean itself. */
export const quoteValue = (value: string): string =>
  /^[^\s",*<>$\\=-][^\s",*\\]*$/.test(value) ? value : `"${value.replaceAll(/["\\]/g, '\\$&')}"`

export const formatTerm = (key: string, value: string): string => `${key}:${quoteValue(value)}`

/** Traces of which anything was said under this key. */
export const formatFeedback = (key: string): string =>
  `${FEEDBACK}${/^[\w.-]+$/.test(key) ? key : `"${key.replaceAll(/["\\]/g, '\\$&')}"`}:*`
