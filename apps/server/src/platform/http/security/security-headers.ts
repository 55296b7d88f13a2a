import type { RequestHandler } from 'express'
import helmet from 'helmet'

/** A page may only request the microphone, for dictation. */
const PERMISSIONS =
  'camera=(), display-capture=(), geolocation=(), microphone=(self), payment=(), usb=()'

export const permissionsPolicy: RequestHandler = (_req, res, next) => {
  res.setHeader('permissions-policy', PERMISSIONS)
  next()
}

/** Inline styles are allowed because the component library needs them. Inline scripts are not. */
export const securityHeaders = helmet({
  contentSecurityPolicy: {
    useDefaults: false,
    directives: {
      defaultSrc: ["'self'"],
      scriptSrc: ["'self'"],
      styleSrc: ["'self'", "'unsafe-inline'"],
      imgSrc: ["'self'", 'data:', 'blob:'],
      mediaSrc: ["'self'", 'data:', 'blob:'],
      fontSrc: ["'self'"],
      connectSrc: ["'self'"],
      workerSrc: ["'self'"],
      frameAncestors: ["'none'"],
      formAction: ["'self'"],
      objectSrc: ["'none'"],
      baseUri: ["'none'"],
    },
  },
  xFrameOptions: { action: 'deny' },
  referrerPolicy: { policy: 'no-referrer' },
  // The server uses plain HTTP. A TLS proxy should set HSTS itself.
  strictTransportSecurity: false,
  crossOriginResourcePolicy: { policy: 'same-origin' },
})
