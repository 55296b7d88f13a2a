const UUID =
  /^([0-9a-f]{8})-?([0-9a-f]{4})-?([1-8][0-9a-f]{3})-?([89ab][0-9a-f]{3})-?([0-9a-f]{12})$/

/** With dashes and in lower case, as ids are stored; undefined when it is none. */
export const toUuid = (text: unknown): string | undefined =>
  typeof text === 'string' ? UUID.exec(text.trim().toLowerCase())?.slice(1).join('-') : undefined
