import * as z from 'zod'
import { Json } from './common.ts'
import { CallAddress, ExchangeKind } from './exchanges.ts'

const Call = z.object({
  kind: ExchangeKind,
  name: z.string(),
  address: CallAddress,
  fingerprint: z.string(),
  /** Replays before it was kept have none. */
  request: Json.optional(),
})

/** What a `TAPE_MISS` says in its `details`. */
export const TapeMissDetails = z.object({
  /** Something was recorded there, but cannot be read any more. */
  damaged: z.literal(true).optional(),
  asked: Call,
  /** The recording most like it. */
  nearest: Call.nullish(),
  /** Where the two requests part; what only one of them has is absent in the other. */
  differences: z
    .array(z.object({ path: z.string(), recorded: Json.optional(), asked: Json.optional() }))
    .nullish(),
})
export type TapeMissDetails = z.infer<typeof TapeMissDetails>
