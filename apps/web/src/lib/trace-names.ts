/** Log records come before their spans, and do not say what these are called. */
const UNKNOWN = 'not received yet'

export const nameOfSpan = ({ name }: { name: string }): string => name || UNKNOWN

export const nameOfTrace = ({ title, name }: { title: string; name: string }): string =>
  title || name || UNKNOWN
