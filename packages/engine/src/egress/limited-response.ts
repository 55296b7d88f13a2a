import { changedBody } from './changed-body.ts'

/** The same response, whose body fails once it is longer than `maxBytes` after decompression. */
export function limited(response: Response, maxBytes: number, tooLarge: () => Error): Response {
  let seen = 0
  return changedBody(response, {
    chunk(bytes) {
      seen += bytes.byteLength
      if (seen > maxBytes) throw tooLarge()
      return bytes
    },
  })
}
