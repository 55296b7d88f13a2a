const UUID =
  /^([0-9a-f]{8})-?([0-9a-f]{4})-?([1-8][0-9a-f]{3})-?([89ab][0-9a-f]{3})-?([0-9a-f]{12})$/

const AS_STORED = /^[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/

/** With dashes and in lower case, as ids are stored; undefined when it is none. */
export function toUuid(text: unknown): string | undefined {
  if (typeof text !== 'string') return undefined
  if (AS_STORED.test(text)) return text
  return UUID.exec(text.trim().toLowerCase())?.slice(1).join('-')
}
