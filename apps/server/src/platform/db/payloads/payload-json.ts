/** As text, or in UTF-8. */
export type JsonBytes = string | Uint8Array

/** JSON whose words were extracted where it was read, for the full-text index. */
export type ReadyJson = { json: JsonBytes; words: JsonBytes }

export type PayloadJson = JsonBytes | ReadyJson

export const isReady = (json: PayloadJson): json is ReadyJson =>
  typeof json === 'object' && 'words' in json

/** In bytes. */
export const sizeOfJson = (json: PayloadJson | null): number => {
  if (json === null) return 0
  return Buffer.byteLength(isReady(json) ? json.json : json)
}
