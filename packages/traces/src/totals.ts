import { addUsage, noUsage, type Span, type Spending, type Trace } from '@lathe/contract'
import { addSpending, isCountedCall, noSpending, spendingOf } from './spending.ts'

type Totals = Spending & Pick<Trace, 'spanCount' | 'usage' | 'firstTokenAt'>

/** What the spans of a trace come to, as far as they are known. */
export function totalsOf(spans: readonly Span[]): Totals {
  const totals: Totals = {
    ...noSpending,
    spanCount: spans.length,
    usage: noUsage,
    firstTokenAt: null,
  }
  for (const span of spans) {
    const { firstTokenAt, usage } = span
    if (firstTokenAt !== null)
      totals.firstTokenAt = Math.min(totals.firstTokenAt ?? firstTokenAt, firstTokenAt)
    if (!isCountedCall(span)) continue
    if (usage) totals.usage = addUsage(totals.usage, usage)
    Object.assign(totals, addSpending(totals, spendingOf(span)))
  }
  return totals
}
