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
  for (let offset = 12; offset + 8 <= bytes.length;) {
    const name = bytes.toString('latin1', offset, offset + 4)
    const size = bytes.readUInt32LE(offset + 4)
    const body = bytes.subarray(offset + 8, offset + 8 + size)
    if (name === 'fmt ' && body.length >= 12)
      bytesPerSecond = body.readUInt32LE(8) || bytesPerSecond
    // A recorder that streams writes 0 or the maximum as the size, so the bytes decide.
    if (name === 'data') seconds = body.length / bytesPerSecond
    if (name === 'LIST' && body.length >= 12 && body.toString('latin1', 0, 8) === 'INFOICMT') {
      text ??= body.toString('utf8', 12, 12 + body.readUInt32LE(8)).replace(/\0+$/, '')
    }
    offset += 8 + size + (size % 2)
  }
  return { seconds, text }
}

/** A frame of MPEG-2 layer III: 32 kbit/s, 24 kHz, one channel, 576 samples in 96 bytes. */
const FRAME = Buffer.concat([Buffer.from('fff344c0', 'hex'), Buffer.alloc(92)])
const FRAME_MS = 24
const BYTES_PER_SECOND = 4_000

export const silentFrames = (ms: number): Buffer =>
  Buffer.concat(Array.from({ length: Math.ceil(ms / FRAME_MS) }, () => FRAME))

/** Returns an ID3v2.4 tag with a comment. */
export function idTag(comment: string): Buffer {
  const body = Buffer.concat([Buffer.from('\u0003eng\0', 'latin1'), Buffer.from(comment)])
  const frame = Buffer.concat([Buffer.from('COMM'), syncSafe(body.length), Buffer.alloc(2), body])
  return Buffer.concat([Buffer.from('ID3\u0004\0\0', 'latin1'), syncSafe(frame.length), frame])
}

/** Returns the duration of an MP3 with constant bit rate, and its comment if this provider wrote it. */
export function readMp3(bytes: Buffer): { seconds: number; text: string | undefined } {
  const hasTag = bytes.toString('latin1', 0, 3) === 'ID3'
  const tagLength = hasTag ? 10 + fromSyncSafe(bytes, 6) : 0
  const seconds = Math.max(0, bytes.length - tagLength) / BYTES_PER_SECOND
  const frames = bytes.subarray(10, tagLength)
  const hasComment = hasTag && frames.toString('latin1', 0, 4) === 'COMM'
  return {
    seconds,
    text: hasComment ? frames.toString('utf8', 15, 10 + fromSyncSafe(frames, 4)) : undefined,
  }
}

const syncSafe = (length: number) =>
  Buffer.from([21, 14, 7, 0].map((shift) => (length >> shift) & 0x7f))

const fromSyncSafe = (bytes: Buffer, offset: number) =>
  [0, 1, 2, 3].reduce((sum, index) => (sum << 7) | ((bytes[offset + index] ?? 0) & 0x7f), 0)
