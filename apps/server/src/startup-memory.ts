import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/** Loading leaves garbage that V8 keeps until there is pressure: an idle server hands it back, once. */
export function releaseStartupMemory(): void {
  setFlagsFromString('--expose-gc')
  const collect: unknown = runInNewContext('gc')
  // Code is only found in the compile cache under the flags it was stored with.
  setFlagsFromString('--no-expose-gc')
  if (typeof collect === 'function') collect({ type: 'major', flavor: 'last-resort' })
}
