import type { Call } from '../call.ts'

/** Where the client reached this door. */
export const baseUrlOf = ({ req }: Pick<Call, 'req'>): string =>
  `${req.protocol}://${req.headers.host ?? ''}/api/v1`
