import * as z from 'zod'
import { Json } from '@lathe/nodes/schemas'

import { CallAddress, ExchangeKind } from '../traces/exchanges.ts'

const Call = z.object({
  kind: ExchangeKind,
  name: z.string(),
  address: CallAddress,
  fingerprint: z.string(),
  /** Absent in replays of earlier versions. */
  request: Json.optional(),
})

/** `details` of a `RECORDING_MISS` error. */
export const RecordingMissDetails = z.object({
  /** The recorded call cannot be read. */
  damaged: z.literal(true).optional(),
  requested: Call,
  /** The most similar recorded call. */
  nearest: Call.nullish(),
  /** Differences between the two requests. A value that one of them lacks is absent. */
  differences: z
    .array(z.object({ path: z.string(), recorded: Json.optional(), requested: Json.optional() }))
    .nullish(),
})
export type RecordingMissDetails = z.infer<typeof RecordingMissDetails>
