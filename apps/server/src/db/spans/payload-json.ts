/** As text, or in UTF-8. */
export type JsonBytes = string | Uint8Array

/** JSON that was packed where it was read, with what is still asked of it: how many bytes it is, and its words. */
export type ReadyJson = { packed: Uint8Array; size: number; words: JsonBytes }

export type PayloadJson = JsonBytes | ReadyJson

export const isReady = (json: PayloadJson): json is ReadyJson =>
  typeof json === 'object' && 'packed' in json

export const sizeOfJson = (json: PayloadJson | null): number => {
  if (json === null) return 0
  return isReady(json) ? json.size : Buffer.byteLength(json)
}
