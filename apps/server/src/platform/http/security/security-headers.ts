import type { RequestHandler } from 'express'
import helmet from 'helmet'

/** What a page may ask a person for: a microphone to dictate with. */
const PERMISSIONS =
  'camera=(), display-capture=(), geolocation=(), microphone=(self), payment=(), usb=()'

export const permissionsPolicy: RequestHandler = (_req, res, next) => {
  res.setHeader('permissions-policy', PERMISSIONS)
  next()
}

/** Styles may be inline because the component library writes them; scripts never. */
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
  // Served over plain HTTP on loopback; whoever puts TLS in front sets it there.
  strictTransportSecurity: false,
  crossOriginResourcePolicy: { policy: 'same-origin' },
})
