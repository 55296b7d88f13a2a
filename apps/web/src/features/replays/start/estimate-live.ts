import type { Span } from '@lathe/contract'
import { plural } from '../../../lib/format.ts'
import type { ReplayDraft } from './draft.ts'

export type LiveEstimate = { models: number; tools: number; cost: number | null; isOpen: boolean }

/** What would be asked anew, as the recording had it; `isOpen`: and whatever the recording lacks. */
export function estimateLive(
  spans: readonly Span[],
  { mode, nodes, superstep, onMiss }: ReplayDraft,
): LiveEstimate {
  const top = ({ node }: Span) => node?.split('/')[0] ?? ''
  const isLive = (span: Span): boolean => {
    if (mode === 'live') return true
    if (mode === 'only-live') return nodes.includes(top(span))
    return mode === 'until' && (span.superstep ?? 0) > superstep
  }
  const live = spans.filter(isLive)
  const models = live.filter(({ kind }) => kind === 'model')
  const cost = models.reduce<number | null>(
    (sum, span) => (sum === null || !span.cost ? null : sum + (span.cost.total ?? 0)),
    0,
  )
  return {
    models: models.length,
    tools: live.filter(({ kind }) => kind === 'tool').length,
    cost,
    isOpen: mode !== 'exact' && mode !== 'live' && onMiss === 'live',
  }
}

export function estimateLiveText(
  { models, tools, cost, isOpen }: LiveEstimate,
  formatCost: (nanos: number | null) => string,
): string {
  const more = isOpen ? ', and whatever the recording lacks' : ''
  if (models + tools === 0)
    return isOpen
      ? 'Nothing is asked but what the recording lacks.'
      : 'Nothing is asked, nothing is paid.'
  const parts = [
    models > 0 && `${plural(models, 'model call')}${cost === null ? '' : ` (${formatCost(cost)})`}`,
    tools > 0 && plural(tools, 'tool call'),
  ].filter(Boolean)
  return `About ${parts.join(' and ')} as in the recording${more}.`
}
