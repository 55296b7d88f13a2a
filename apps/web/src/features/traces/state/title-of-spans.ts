import type { Span } from '@lathe/contract'
import { INPUT_NODE } from '@lathe/traces'

/** Which nodes ran, copies of a fan-out counted. */
export const titleOfSpans = (spans: readonly Span[]): string =>
  [...Map.groupBy(spans, ({ name }) => name)]
    .filter(([name]) => name !== INPUT_NODE)
    .map(([name, { length }]) => (length > 1 ? `${name} ×${length}` : name))
    .join(', ')
