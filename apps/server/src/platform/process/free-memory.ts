import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

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

/**
 * Runs a full garbage collection and returns memory to the system, which V8 otherwise delays until
 * memory is short. Compiled code is kept unless `evenCode`, because recompiling delays the next
 * request.
 */
export function collectGarbage({ evenCode: includeCode = false } = {}): void {
  setFlagsFromString('--expose-gc')
  const gc: unknown = runInNewContext('gc')
  // The compile cache only finds code stored under the same flags.
  setFlagsFromString('--no-expose-gc')
  if (typeof gc !== 'function') return
  if (!includeCode) setFlagsFromString('--no-flush-bytecode')
  // A lighter collection keeps the space for new objects, and its freed pages stay in a pool shared
  // by all threads.
  gc({ type: 'major', flavor: 'last-resort' })
  if (!includeCode) setFlagsFromString('--flush-bytecode')
}
