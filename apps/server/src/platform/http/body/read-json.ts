import { type Limits, UNSAFE_KEY_MESSAGE, findUnsafeKeys } from '@lathe/contract'
import type { IncomingMessage } from 'node:http'
import type { RequestHandler } from 'express'
import { freeUnshared } from '../../process/free-memory.ts'
import type { ByteBudget } from './byte-budget.ts'
import { invalidInput, invalidInputs, refusal } from '../errors.ts'
import { isDeeperThan } from './json-depth.ts'
import { receiveBody } from './receive-body.ts'

type Readers = {
  limits: Readonly<Pick<Limits, 'requestBytes' | 'capsuleBytes' | 'requestJsonDepth'>>
  /** Budget shared by all bodies that are being read. */
  reading: ByteBudget
}

/** Routes that accept whole recorded runs. */
const CAPSULES = new Set(['/api/capsules', '/rpc/capsules/import'])

const hasBody = (req: IncomingMessage) =>
  req.headers['transfer-encoding'] !== undefined || Number(req.headers['content-length'] ?? 0) > 0

/** Reads a JSON body into `req.body`. Limits apply before and after decompression. */
export function readJson({ limits, reading }: Readers): RequestHandler {
  return async (req, _res, next) => {
    if (hasBody(req)) {
      const isCapsule = CAPSULES.has(`${req.baseUrl}${req.path}`)
      refuseOtherTypes(req)
      const limit = isCapsule ? limits.capsuleBytes : limits.requestBytes
      await receiveBody(req, { budget: reading, limit }, (bytes) => {
        const text = decode(bytes)
        freeUnshared(bytes)
        const body = parse(text, limits)
        if (mayNameProto(text)) refuseUnsafeKeys(body, req.baseUrl === '/rpc')
        req.body = body
      })
    }
    next()
  }
}

/** The name may be written with `\u` escapes. */
const mayNameProto = (text: string) => text.includes('__proto__') || text.includes('\\u')

/** RPC wraps the input in `json`. */
function refuseUnsafeKeys(body: unknown, isRpc: boolean): void {
  const input: unknown = isRpc ? Reflect.get(Object(body), 'json') : body
  const issues = findUnsafeKeys(input).map((path) => ({
    path: path.join('.'),
    message: UNSAFE_KEY_MESSAGE,
  }))
  if (issues.length > 0) throw invalidInputs(issues)
}

function refuseOtherTypes(req: IncomingMessage): void {
  const type = req.headers['content-type']?.split(';')[0]?.trim().toLowerCase()
  if (type !== 'application/json') {
    throw refusal(415, 'UNSUPPORTED_MEDIA_TYPE', 'Send JSON with content-type: application/json')
  }
}

function decode(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw invalidInput('', 'the body is not valid UTF-8')
  }
}

function parse(text: string, limits: Readers['limits']): unknown {
  if (isDeeperThan(text, limits.requestJsonDepth)) {
    throw invalidInput('', `nested deeper than ${limits.requestJsonDepth} levels`)
  }
  try {
    return JSON.parse(text)
  } catch (error) {
    throw invalidInput(
      '',
      `not valid JSON: ${error instanceof Error ? error.message : 'unreadable'}`,
    )
  }
}
