import type { Call } from '../call.ts'

export const apiBaseUrl = ({ req }: Pick<Call, 'req'>): string =>
  `${req.protocol}://${req.headers.host ?? ''}/api/v1`
