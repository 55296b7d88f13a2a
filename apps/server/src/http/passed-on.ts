import type { Request } from 'express'

const SAID_BY_PROXIES = ['forwarded', 'x-forwarded-for', 'x-forwarded-host', 'x-real-ip']

/** Whether a proxy passes on what somebody asks who may be anywhere. */
export const isPassedOn = ({ headers }: Pick<Request, 'headers'>): boolean =>
  SAID_BY_PROXIES.some((name) => headers[name] !== undefined)
