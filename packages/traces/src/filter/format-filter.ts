import { FEEDBACK, METADATA } from './keys.ts'

/** A value as it must be typed to mean itself: after two slashes the colon would be that of an address. */
export const quoteValue = (value: string): string =>
  /^(?!\/\/)[^\s",*<>$\\=()-][^\s",*\\()]*$/.test(value)
    ? value
    : `"${value.replaceAll(/["\\]/g, '\\$&')}"`

export const formatTerm = (key: string, value: string): string => `${key}:${quoteValue(value)}`

/** Key of the filter for a key of feedback. */
export const feedbackKey = (key: string): string => `${FEEDBACK}${quoteKey(key)}`

/** Traces of which anything was said under this key. */
export const formatFeedback = (key: string): string => `${feedbackKey(key)}:*`

/** Key of the filter for a key of metadata. */
export const metadataKey = (key: string): string => `${METADATA}${quoteKey(key)}`

const quoteKey = (key: string): string =>
  /^[\w.-]+$/.test(key) ? key : `"${key.replaceAll(/["\\]/g, '\\$&')}"`
