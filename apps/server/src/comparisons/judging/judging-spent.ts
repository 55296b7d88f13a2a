import { addUsage, type ComparisonDetail, ZERO_USAGE, type Usage } from '@lathe/contract'
import { addSpending, noSpending } from '@lathe/traces'
import type { Queries } from '../../platform/db/db.ts'
import { fromJson } from '../../platform/db/json.ts'

/** Returns what the judges of a comparison cost. Reused verdicts cost nothing. */
export async function judgingSpent(
  db: Queries,
  workspaceId: string,
  comparisonId: string,
): Promise<ComparisonDetail['judging']> {
  const alike = await db
    .selectFrom('comparison_verdicts')
    .select(({ fn }) => [
      'status',
      'usage',
      fn.countAll<number>().as('count'),
      fn.count<number>('cost_nanos').as('known'),
      fn.sum<number | null>('cost_nanos').as('cost'),
      fn.sum<number>('priced_nanos').as('pricedCost'),
      fn.sum<number>('unpriced').as('unpriced'),
    ])
    .where('workspace_id', '=', workspaceId)
    .where('comparison_id', '=', comparisonId)
    .groupBy(['status', 'usage'])
    .execute()
  const spent = alike.map(({ count, known, cost, pricedCost, unpriced }) => ({
    cost: known < count ? null : cost,
    pricedCost,
    unpriced,
  }))
  return {
    verdicts: alike.reduce((sum, { status, count }) => sum + (status === 'done' ? count : 0), 0),
    usage: alike.reduce(
      (sum, { usage, count }) => addUsage(sum, times(fromJson(usage), count)),
      ZERO_USAGE,
    ),
    ...spent.reduce(addSpending, noSpending),
  }
}

const times = (usage: Usage, count: number): Usage => ({
  input: usage.input * count,
  output: usage.output * count,
  cachedRead: usage.cachedRead * count,
  cachedWrite: usage.cachedWrite * count,
  reasoning: usage.reasoning * count,
  audio: usage.audio * count,
  audioInput: (usage.audioInput ?? 0) * count,
  audioOutput: (usage.audioOutput ?? 0) * count,
  audioCached: (usage.audioCached ?? 0) * count,
})
