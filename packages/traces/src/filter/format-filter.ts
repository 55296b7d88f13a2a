/** A value as it has to be typed to mean itself. */
export const quoteValue = (value: string): string =>
  /^[^\s",*<>$\\=-][^\s",*\\]*$/.test(value) ? value : `"${value.replaceAll(/["\\]/g, '\\$&')}"`

export const formatTerm = (key: string, value: string): string => `${key}:${quoteValue(value)}`
