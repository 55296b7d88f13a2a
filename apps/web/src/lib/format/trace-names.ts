/** Log records arrive before their spans and do not contain the span name. */
const UNKNOWN = 'not received yet'

export const spanName = ({ name }: { name: string }): string => name || UNKNOWN

export const traceName = ({ title, name }: { title: string; name: string }): string =>
  title || name || UNKNOWN
