import type { RunEventBody, SpanKind } from '@lathe/contract'
import type { Recorded } from './run-harness.ts'

export const ofKind = ({ spans }: Pick<Recorded, 'spans'>, kind: SpanKind) =>
  spans.filter((span) => span.kind === kind)

export const eventsOf = <T extends RunEventBody['type']>(
  { events }: Pick<Recorded, 'events'>,
  type: T,
) => events.filter((event): event is Extract<RunEventBody, { type: T }> => event.type === type)
