import type { Heard } from './wav.ts'

/** MPEG-2 layer III, 32 kbit/s, 24 kHz, one channel: 576 samples in 96 bytes. */
const FRAME = Buffer.concat([Buffer.from('fff344c0', 'hex'), Buffer.alloc(92)])
const FRAME_MS = 24
const BYTES_PER_SECOND = 4_000

/** Frames without any sound in them. */
export function silentFrames(ms: number): Buffer {
  return Buffer.concat(Array.from({ length: Math.ceil(ms / FRAME_MS) }, () => FRAME))
}

/** An ID3v2.4 tag that holds a comment. */
export function commentTag(text: string): Buffer {
  const body = Buffer.concat([Buffer.from('\u0003eng\0', 'latin1'), Buffer.from(text)])
  const frame = Buffer.concat([Buffer.from('COMM'), syncSafe(body.length), Buffer.alloc(2), body])
  return Buffer.concat([Buffer.from('ID3\u0004\0\0', 'latin1'), syncSafe(frame.length), frame])
}

export function readMp3(bytes: Buffer): Heard {
  const hasTag = bytes.toString('latin1', 0, 3) === 'ID3'
  const tag = hasTag ? 10 + fromSyncSafe(bytes, 6) : 0
  const seconds = Math.max(0, bytes.length - tag) / BYTES_PER_SECOND
  return { format: 'mp3', seconds, text: hasTag ? commentIn(bytes.subarray(10, tag)) : undefined }
}

function commentIn(frames: Buffer): string | undefined {
  if (frames.toString('latin1', 0, 4) !== 'COMM') return undefined
  return frames.toString('utf8', 15, 10 + fromSyncSafe(frames, 4))
}

const syncSafe = (length: number) =>
  Buffer.from([21, 14, 7, 0].map((shift) => (length >> shift) & 0x7f))

const fromSyncSafe = (bytes: Buffer, at: number) =>
  [0, 1, 2, 3].reduce((sum, index) => (sum << 7) | ((bytes[at + index] ?? 0) & 0x7f), 0)
