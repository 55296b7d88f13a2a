import type { Agent, AgentVersion } from '@lathe/contract'

/** A version, the draft, or an empty graph. */
export type Side = number | 'draft' | 'empty'

export type Comparison = { from: Side; to: Side }

export const nameOfSide = (side: Side): string =>
  side === 'draft' ? 'Draft' : side === 'empty' ? 'Nothing' : `v${side}`

export const sideOfText = (text: string | null | undefined): Side | undefined => {
  if (text === 'draft' || text === 'empty') return text
  return text != null && /^[1-9]\d*$/.test(text) ? Number(text) : undefined
}

/** Returns the version before a side. */
export function sideBefore(side: Side, versions: readonly AgentVersion[]): Side {
  const older = versions.find(({ number }) => typeof side !== 'number' || number < side)
  return older?.number ?? 'empty'
}

/** Returns the comparison in the address, or the newest change. */
export function parseComparison(
  { from, to }: { from?: string | undefined; to?: string | undefined },
  agent: Agent,
  versions: readonly AgentVersion[],
): Comparison {
  const newest = versions[0]?.number ?? 'draft'
  const toSide = sideOfText(to) ?? (agent.hasDraftChanges ? 'draft' : newest)
  return { from: sideOfText(from) ?? sideBefore(toSide, versions), to: toSide }
}
