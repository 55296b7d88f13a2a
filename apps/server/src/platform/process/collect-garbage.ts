import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/**
 * Work leaves garbage that V8 keeps until there is pressure: a thread that rests hands it back to the system. Compiled
 * code goes with it only when asked for: what is sent next would wait until it is compiled again.
 */
export function collectGarbage({ evenCode = false } = {}): void {
  setFlagsFromString('--expose-gc')
  const collect: unknown = runInNewContext('gc')
  // Code is only found in the compile cache under the flags it was stored with.
  setFlagsFromString('--no-expose-gc')
  if (typeof collect !== 'function') return
  if (!evenCode) setFlagsFromString('--no-flush-bytecode')
  // A less thorough one keeps the room for new values, and of what it frees a pool that all threads share.
  collect({ type: 'major', flavor: 'last-resort' })
  if (!evenCode) setFlagsFromString('--flush-bytecode')
}
