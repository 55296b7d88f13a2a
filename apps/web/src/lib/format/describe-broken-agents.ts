import type { AgentCaller } from '@lathe/contract'

/** Lists the agents that can no longer run, as the end of a sentence. */
export function describeBrokenAgents(usedBy: readonly AgentCaller[]): string {
  const names = usedBy.map(({ name }) => name)
  if (names.length === 0) return ''
  return `. ${names.join(', ')} ${names.length === 1 ? 'uses' : 'use'} it and cannot run without it`
}
