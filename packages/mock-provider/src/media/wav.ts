/** `LIST INFO ICMT`: where players look for a file's comment. */
export function commentChunk(text: string): Buffer {
  const said = Buffer.from(`${text}\0`)
  const padded = Buffer.concat([said, Buffer.alloc(said.length % 2)])
  const head = Buffer.alloc(20)
  head.write('LIST', 0, 'latin1')
  head.writeUInt32LE(12 + padded.length, 4)
  head.write('INFOICMT', 8, 'latin1')
  head.writeUInt32LE(said.length, 16)
  return Buffer.concat([head, padded])
}

export type Heard = { format: string; seconds: number; text: string | undefined }

export function readWav(bytes: Buffer): Heard {
  let perSecond = 16_000
  let seconds = 0
  let text: string | undefined
  for (let at = 12; at + 8 <= bytes.length;) {
    const name = bytes.toString('latin1', at, at + 4)
    const size = bytes.readUInt32LE(at + 4)
    const body = bytes.subarray(at + 8, at + 8 + size)
    if (name === 'fmt ' && body.length >= 12) perSecond = body.readUInt32LE(8) || perSecond
    // A recorder that streams says zero, or as much as there may be.
    if (name === 'data') seconds = body.length / perSecond
    if (name === 'LIST') text ??= commentIn(body)
    at += 8 + size + (size % 2)
  }
  return { format: 'wav', seconds, text }
}

function commentIn(list: Buffer): string | undefined {
  if (list.toString('latin1', 0, 8) !== 'INFOICMT' || list.length < 12) return undefined
  return list.toString('utf8', 12, 12 + list.readUInt32LE(8)).replace(/\0+$/, '')
}
