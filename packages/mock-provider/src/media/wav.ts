/** Returns a `LIST INFO ICMT` chunk, where players look for a comment. */
export function commentChunk(comment: string): Buffer {
  const text = Buffer.from(`${comment}\0`)
  const padded = Buffer.concat([text, Buffer.alloc(text.length % 2)])
  const head = Buffer.alloc(20)
  head.write('LIST', 0, 'latin1')
  head.writeUInt32LE(12 + padded.length, 4)
  head.write('INFOICMT', 8, 'latin1')
  head.writeUInt32LE(text.length, 16)
  return Buffer.concat([head, padded])
}

/** Returns the duration of a WAV file, and its comment. */
export function readWav(bytes: Buffer): { seconds: number; text: string | undefined } {
  let bytesPerSecond = 16_000
  let seconds = 0
  let text: string | undefined
  for (let at = 12; at + 8 <= bytes.length;) {
    const name = bytes.toString('latin1', at, at + 4)
    const size = bytes.readUInt32LE(at + 4)
    const body = bytes.subarray(at + 8, at + 8 + size)
    if (name === 'fmt ' && body.length >= 12)
      bytesPerSecond = body.readUInt32LE(8) || bytesPerSecond
    // A recorder that streams writes 0 or the maximum as the size, so the bytes decide.
    if (name === 'data') seconds = body.length / bytesPerSecond
    if (name === 'LIST' && body.length >= 12 && body.toString('latin1', 0, 8) === 'INFOICMT') {
      text ??= body.toString('utf8', 12, 12 + body.readUInt32LE(8)).replace(/\0+$/, '')
    }
    at += 8 + size + (size % 2)
  }
  return { seconds, text }
}
