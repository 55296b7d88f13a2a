import type { GraphDocument, LiveThreads } from '@lathe/contract'
import { countThreads, threadsAffected } from '@lathe/graph'
import { plural } from '../../lib/format.ts'

/** "; 3 live threads hold `notes` as another reducer joined it", or nothing. */
export function tellAffected({ state }: GraphDocument, live: readonly LiveThreads[]): string {
  const channels = Object.entries(state).flatMap(([name, channel]) => {
    const affected = threadsAffected(name, channel, live)
    return affected.length > 0 ? [{ name, affected }] : []
  })
  if (channels.length === 0) return ''
  const count = countThreads([...new Set(channels.flatMap(({ affected }) => affected))])
  const names = channels.map(({ name }) => `\`${name}\``).join(', ')
  return `; ${plural(count, 'live thread')} ${count === 1 ? 'holds' : 'hold'} ${names} as ${channels.length === 1 ? 'another reducer' : 'other reducers'} joined it`
}
