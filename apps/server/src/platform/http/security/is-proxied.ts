import type { Request } from 'express'

/** Headers that proxies, tunnels and content delivery networks add. */
const PROXY_HEADERS = [
  'via',
  'forwarded',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-port',
  'x-forwarded-proto',
  'x-forwarded-server',
  'x-original-host',
  'x-real-ip',
  'x-client-ip',
  'x-cluster-client-ip',
  'true-client-ip',
  'fly-client-ip',
  'cf-connecting-ip',
  'cf-ray',
  'cdn-loop',
]

/** Whether a proxy forwarded the request, so its client may be on another machine. */
export const isProxied = ({ headers }: Pick<Request, 'headers'>): boolean =>
  PROXY_HEADERS.some((name) => headers[name] !== undefined)
