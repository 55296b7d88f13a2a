/** Text or UTF-8 bytes. */
export type JsonBytes = string | Uint8Array

/** JSON with its words for the full-text index, extracted during parsing. */
export type ReadyJson = { json: JsonBytes; words: JsonBytes }

export type PayloadJson = JsonBytes | ReadyJson

export const isReady = (json: PayloadJson): json is ReadyJson =>
  typeof json === 'object' && 'words' in json

/** Returns the size in bytes. */
export const sizeOfJson = (json: PayloadJson | null): number => {
  if (json === null) return 0
  return Buffer.byteLength(isReady(json) ? json.json : json)
}
