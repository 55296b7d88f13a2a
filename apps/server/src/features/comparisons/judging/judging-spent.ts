import { addUsage, type ComparisonDetail, noUsage } from '@lathe/contract'
import { addSpending, noSpending } from '@lathe/traces'
import { fromJson } from '../../../db/json.ts'
import { spentOnVerdict, type VerdictRow } from './verdicts.store.ts'

/** What the judges of a comparison took; a verdict that was paid for elsewhere took nothing. */
export const judgingSpent = (rows: readonly VerdictRow[]): ComparisonDetail['judging'] => ({
  verdicts: rows.filter(({ status }) => status === 'done').length,
  usage: rows.reduce((sum, { usage }) => addUsage(sum, fromJson(usage)), noUsage),
  ...rows.map(spentOnVerdict).reduce(addSpending, noSpending),
})
