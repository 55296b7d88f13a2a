/**
 * Gives memory back at once that nobody reads any more. V8 counts it until the next collection of garbage, and where much of it comes
 * and goes, collects everything for its sake: for 15 to 40 ms, three times a second.
 */
export function freeMemory(...memory: ArrayBuffer[]): void {
  for (const buffer of memory) buffer.transfer(0)
}

/** Frees the memory of bytes, unless it contains something else. */
export function freeWhole({ buffer, byteLength }: Uint8Array): void {
  if (buffer instanceof ArrayBuffer && buffer.byteLength === byteLength) freeMemory(buffer)
}
