import type { Capsule } from '@lathe/contract'
import { capsuleSum } from './capsule-sum.ts'

/** Why a capsule cannot be taken in; undefined when it can. */
export function capsuleFault({ sum, content }: Capsule): string | undefined {
  const { run, spans, exchanges, events } = content
  if (capsuleSum(content) !== sum) {
    return 'It was changed after it was made, or part of it is missing.'
  }
  if (spans.filter(({ id, parentId }) => id === run.id && parentId === null).length !== 1) {
    return 'It has no span of the run itself.'
  }
  if ([...spans, ...exchanges].some(({ traceId }) => traceId !== run.id)) {
    return 'It holds parts of another trace.'
  }
  const isInOrder = events.every(({ seq }, index) => seq > (events[index - 1]?.seq ?? 0))
  return isInOrder ? undefined : 'Its events are not in order.'
}
