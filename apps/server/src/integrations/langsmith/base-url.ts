import type { Call } from '../call.ts'

export const baseUrlOf = ({ req }: Pick<Call, 'req'>): string =>
  `${req.protocol}://${req.headers.host ?? ''}/api/v1`
