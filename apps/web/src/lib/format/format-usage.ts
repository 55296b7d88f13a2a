import { hasUsage, unattributedAudio, type Usage, ZERO_USAGE } from '@lathe/contract'
import { formatExactCount } from './format.ts'

/** Input and output tokens, and other counts if known. */
export type TokenCounts = Pick<Usage, 'input' | 'output'> & Partial<Usage>

/** `1,200 in (600 cached, 20 audio) → 41 out`. Omits counts of zero. */
export function formatUsage(usage: TokenCounts): string {
  const { input, output, cachedRead, reasoning, audioInput, audioOutput, unattributed = 0 } = usage
  const unassignedAudio = unattributedAudio({ ...ZERO_USAGE, ...usage })
  return [
    `${formatExactCount(input)} in${formatDetails({ cached: cachedRead, audio: audioInput })} → `,
    `${formatExactCount(output)} out${formatDetails({ reasoning, audio: audioOutput })}`,
    unassignedAudio > 0 ? `, ${formatExactCount(unassignedAudio)} audio in or out` : '',
    unattributed > 0 ? `, ${formatExactCount(unattributed)} in the total only` : '',
  ].join('')
}

function formatDetails(counts: Record<string, number | undefined>): string {
  const knownCounts = Object.entries(counts).filter(([, count = 0]) => count > 0)
  if (knownCounts.length === 0) return ''
  return ` (${knownCounts.map(([name, count]) => `${formatExactCount(count)} ${name}`).join(', ')})`
}

type WithUsage = { usage: { input: number; output: number } }

/**
 * Calls that failed or were cut off before they reported usage have an unknown cost, not zero,
 * unless they reported a cost.
 */
export const knownCost = <Cost extends number | null>({
  cost,
  usage,
}: WithUsage & { cost: Cost }): Cost | null => (hasUsage(usage) || cost ? cost : null)

/** Known spending of a whole trace, of which a part may be unpriced. */
export const knownSpending = <Trace extends WithUsage & { cost: number | null }>(
  trace: Trace,
): Trace => ({
  ...trace,
  cost: knownCost(trace),
})
