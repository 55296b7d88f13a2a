/**
 * Frees buffers at once. V8 counts unused buffers until the next collection, and frequent large
 * ones trigger full collections of 15 to 40 ms, three times a second.
 */
export function freeMemory(...memory: ArrayBuffer[]): void {
  for (const buffer of memory) buffer.transfer(0)
}

/** Frees the buffer of a view, unless the view covers only a part of it. */
export function freeUnshared({ buffer, byteLength }: Uint8Array): void {
  if (buffer instanceof ArrayBuffer && buffer.byteLength === byteLength) freeMemory(buffer)
}
