/** Postgres refuses NUL in text, so neither engine stores one. */
export const replaceNul = (text: string): string =>
  text.includes('\0') ? text.replaceAll('\0', '\uFFFD') : text
