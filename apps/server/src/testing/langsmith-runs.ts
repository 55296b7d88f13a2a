import type { JsonObject } from '@lathe/contract'
import { readRun, type SpanPart } from '@lathe/traces'

export function readRunOrThrow(run: JsonObject): SpanPart {
  const reading = readRun(run)
  if ('issue' in reading) throw new Error(`${reading.issue.field} ${reading.issue.message}`)
  return reading.part
}

export type Part = { name: string; type?: string; body: string | Uint8Array }

export const BOUNDARY = 'a-boundary'

/** A multipart body in the Python client's format. */
export const multipartBody = (parts: Part[]): Buffer =>
  Buffer.concat([
    ...parts.flatMap(({ name, type = 'application/json', body }) => [
      Buffer.from(
        `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"\r\nContent-Type: ${type}\r\n\r\n`,
      ),
      Buffer.from(body),
      Buffer.from('\r\n'),
    ]),
    Buffer.from(`--${BOUNDARY}--\r\n`),
  ])
